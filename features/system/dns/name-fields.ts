import { type Access, accept, type Field, type FieldOptions, refuse } from '../../../model/schema/field.ts';
import { host } from '../../../model/schema/kinds/host.ts';
import { HOST_NAME_MAXIMUM, parseHostName } from '../../../model/values/host-name.ts';
import { say } from '../../../model/values/message.ts';

/** A domain or host name, no address: the `host` kind without its addresses. */
export function dnsName<const A extends Access = 'rw'>(
  options: FieldOptions<string, A> & { readonly required?: boolean },
): Field<string, NoInfer<A>> {
  const { required = false, ...rest } = options;
  const any = host({ ...rest, optional: !required });
  return {
    ...any,
    limits: { ...any.limits, maxLength: HOST_NAME_MAXIMUM, characters: /[A-Za-z0-9.-]/ },
    read(input) {
      const text = typeof input === 'string' ? input.trim() : '';
      if (text === '' && !required) return accept('');
      const name = parseHostName(text);
      return name === undefined
        ? refuse(
            say('{{label}} must be a name of labels of 1 to 63 letters, digits and hyphens.', {
              label: say(options.label),
            }),
          )
        : accept(name);
    },
  };
}
