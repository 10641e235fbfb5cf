/** The name of the download of a capture. */
export const CAPTURE_DOWNLOAD = 'capture';
