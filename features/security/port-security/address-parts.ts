import { list } from '../../../console/page/list.tsx';
import { portSecAddrEntry } from './objects.ts';
import { SecureAddresses } from './SecureAddresses.tsx';

export default [
  SecureAddresses,
  list(portSecAddrEntry, {
    title: 'Configured addresses',
    columns: ['portSecAddrPort', 'portSecAddrVlan', 'portSecAddrMac', 'portSecAddrPermanent', 'portSecAddrOrigin'],
    filter: 'Port, VLAN or address',
    empty: 'No configured addresses yet.',
    add: {
      title: 'New secure address',
      what: 'Add secure address',
      button: 'Add address',
      fields: ['portSecAddrPort', 'portSecAddrVlan', 'portSecAddrMac', 'portSecAddrPermanent'],
    },
    deleteAll: true,
  }),
];
