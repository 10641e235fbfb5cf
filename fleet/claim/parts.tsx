import { fact, facts } from '../../console/page/facts.tsx';
import { list } from '../../console/page/list.tsx';
import { momentText } from '../moment-text.ts';
import { fleetClaimEntry, fleetPlace } from './objects.ts';

export default [
  facts('For Cloud Settings of the switch', [
    fact(fleetPlace, 'fleetPlaceAddress'),
    fact(fleetPlace, 'fleetPlaceFingerprint'),
    fact(fleetPlace, 'fleetPlaceClock'),
  ]),
  list(fleetClaimEntry, {
    title: 'Claims waiting for their switch',
    columns: [
      'fleetClaimSerial',
      'fleetClaimCode',
      'fleetClaimUser',
      { name: 'fleetClaimUntil', right: false, text: ({ fleetClaimUntil }) => momentText(fleetClaimUntil) },
      'fleetClaimWrongCodes',
    ],
    fields: ['fleetClaimSerial', 'fleetClaimCode'],
    poll: 3_000,
    filter: false,
    empty: 'No pending claims. Claimed switches are in the list of switches.',
    add: { title: 'Claim by code', what: 'Claim', button: false },
  }),
];
