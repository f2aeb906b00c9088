const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a value for HTML or XML text and quoted attributes. */
export const escapeHtml = (value: string): string =>
  value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
