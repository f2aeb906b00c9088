/**
 * Loads a third-party script in the background; pages work without it.
 * @returns whether it loaded and ran, as far as the browser can tell
 */
export function loadVendorScript(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const element = document.createElement('script');
    element.src = address;
    element.async = true;
    element.onload = () => resolve(true);
    element.onerror = () => {
      element.remove();
      resolve(false);
    };
    document.head.append(element);
  });
}
