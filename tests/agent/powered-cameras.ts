/** A camera at this port that takes 5 W. */
const camera = (port: number) => ({
  name: `camera ${port}`,
  port,
  mac: `02-00-00-00-00-0${port}`,
  address: `192.168.10.${port}`,
  power: 5000,
});

/** Cameras at the ports 2 to 4, for a scenario. */
export const poweredCameras = [camera(2), camera(3), camera(4)];
