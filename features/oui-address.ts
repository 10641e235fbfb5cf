import { accept, type Field, refuse } from '../model/schema/field.ts';
import { mac } from '../model/schema/kinds/mac.ts';
import { say } from '../model/values/message.ts';

/** The beginning of a maker's addresses: three octets, or an address that begins with them; canonical "00-11-22-00-00-00". */
export function ouiAddress(options: Pick<Parameters<typeof mac>[0], 'label' | 'help'>): Field<string, 'create'> {
  const whole = mac({ ...options, access: 'create', addresses: 'unicast' });
  return {
    ...whole,
    read(input) {
      // Of six boxes, of which three are filled in, the separators come too.
      const short = typeof input === 'string' && /^\s*(?:[0-9a-f]{2}[-:]?){3}[-:]*\s*$/i.test(input);
      const reading = whole.read(short ? `${input.trim().replaceAll(/[-:]/g, '')}000000` : input);
      if (!reading.ok) return reading;
      const prefix = `${reading.value.slice(0, 8)}-00-00-00`;
      return prefix === '00-00-00-00-00-00' ? refuse(say('Invalid MAC address.')) : accept(prefix);
    },
  };
}
