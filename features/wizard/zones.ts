import { timeZoneOffset, UTC_ZONE } from '../../model/values/time-zone.ts';

/** The 38 zones by index, each by cities that go by it on standard time. */
export const zonesByCity: Readonly<Record<number, string>> = {
  1: 'UTC-12:00 Baker Island',
  2: 'UTC-11:00 Pago Pago',
  3: 'UTC-10:00 Honolulu',
  4: 'UTC-09:30 Taiohae',
  5: 'UTC-09:00 Anchorage',
  6: 'UTC-08:00 Los Angeles, Vancouver',
  7: 'UTC-07:00 Denver, Phoenix',
  8: 'UTC-06:00 Chicago, Mexico City',
  9: 'UTC-05:00 New York, Toronto, Lima',
  10: 'UTC-04:00 Santiago, Caracas, Halifax',
  11: 'UTC-03:30 St. John’s',
  12: 'UTC-03:00 São Paulo, Buenos Aires',
  13: 'UTC-02:00 South Georgia',
  14: 'UTC-01:00 Azores, Praia',
  15: 'UTC+00:00 London, Dublin, Lisbon',
  16: 'UTC+01:00 Berlin, Paris, Rome, Lagos',
  17: 'UTC+02:00 Athens, Kyiv, Cairo, Johannesburg',
  18: 'UTC+03:00 Istanbul, Moscow, Nairobi',
  19: 'UTC+03:30 Tehran',
  20: 'UTC+04:00 Dubai, Baku',
  21: 'UTC+04:30 Kabul',
  22: 'UTC+05:00 Karachi, Tashkent',
  23: 'UTC+05:30 New Delhi, Colombo',
  24: 'UTC+05:45 Kathmandu',
  25: 'UTC+06:00 Dhaka',
  26: 'UTC+06:30 Yangon',
  27: 'UTC+07:00 Bangkok, Jakarta, Hanoi',
  28: 'UTC+08:00 Beijing, Singapore, Taipei, Perth',
  29: 'UTC+08:45 Eucla',
  30: 'UTC+09:00 Tokyo, Seoul',
  31: 'UTC+09:30 Adelaide, Darwin',
  32: 'UTC+10:00 Sydney, Brisbane',
  33: 'UTC+10:30 Lord Howe Island',
  34: 'UTC+11:00 Nouméa',
  35: 'UTC+12:00 Auckland, Suva',
  36: 'UTC+12:45 Chatham Islands',
  37: 'UTC+13:00 Nukuʻalofa, Apia',
  38: 'UTC+14:00 Kiritimati',
};

/**
 * The time zone of this computer, UTC if none has its offset. `offsetAt` returns the minutes east of UTC at a moment;
 * of summer and winter the lesser one is standard time.
 */
export function zoneOfComputer(offsetAt: (moment: Date) => number = (moment) => -moment.getTimezoneOffset()): number {
  const year = new Date().getFullYear();
  const standard = Math.min(offsetAt(new Date(year, 0, 1)), offsetAt(new Date(year, 6, 1)));
  const zone = Object.keys(zonesByCity).find((index) => timeZoneOffset(Number(index)) === standard);
  return zone === undefined ? UTC_ZONE : Number(zone);
}
