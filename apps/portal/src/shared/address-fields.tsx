import type { ShippingAddress } from '@troupe/domain/campaigns/opt-in';
import { isolated } from '@troupe/i18n/language';
import { TextField } from '@troupe/ui/field/field';
import { t } from './messages/messages.gen.ts';

const FIELDS: [field: keyof ShippingAddress, autoComplete: string][] = [
  ['name', 'name'],
  ['street', 'street-address'],
  ['postcode', 'postal-code'],
  ['city', 'address-level2'],
  ['region', 'address-level1'],
  ['country', 'country'],
  ['phone', 'tel'],
];
const NEEDED: readonly (keyof ShippingAddress)[] = ['name', 'street', 'city', 'country'];
export const EMPTY_ADDRESS: ShippingAddress = {
  name: '',
  street: '',
  city: '',
  postcode: '',
  region: '',
  country: '',
  phone: '',
};

interface AddressFieldsProps {
  values: ShippingAddress;
  /** By `address.` and the name of the field. */
  errors: Record<string, string>;
  onChange: (part: Partial<ShippingAddress>) => void;
}

/** The fields of a shipping address. */
export const AddressFields = ({ values, errors, onChange }: AddressFieldsProps) =>
  FIELDS.map(([field, autoComplete]) => (
    <TextField
      key={field}
      label={t(`address.${field}`)}
      size="form"
      autoComplete={autoComplete}
      value={values[field]}
      error={errors[`address.${field}`]}
      onChange={(event) => onChange({ [field]: event.target.value })}
    />
  ));

/** Returns the address as it is sent, and what is missing. */
export function readAddress(typed: ShippingAddress): {
  address: ShippingAddress;
  errors: Record<string, string>;
} {
  const address = Object.assign({}, typed, { country: typed.country.trim().toUpperCase() });
  const errors: Record<string, string> = {};
  for (const field of NEEDED) if (!address[field].trim()) errors[`address.${field}`] = t('address.missing');
  if (!errors['address.country'] && !/^[A-Z]{2}$/.test(address.country))
    errors['address.country'] = t('address.countryInvalid');
  return { address, errors };
}

/** Moves the focus to the first field that is wrong. */
export function focusError(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** A shipping address, as on a parcel. */
export function PostalAddress({ address }: { address: ShippingAddress }) {
  const { name, street, postcode, city, region, country } = address;
  const lines = [name, street, `${postcode} ${city}`.trim(), region, country].filter(Boolean);
  return <address className="opt-in-address">{lines.map(isolated).join('\n')}</address>;
}
