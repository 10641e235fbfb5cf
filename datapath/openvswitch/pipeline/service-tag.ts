/** The types of a C-tag and of an S-tag (IEEE 802.1Q-2018 9.5). */
export const CUSTOMER_TAG = 0x8100;
export const SERVICE_TAG = 0x88a8;
