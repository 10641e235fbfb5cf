import { privateModule } from '../../features/system/snmp/private-module.ts';
import { features } from './features.ts';

/** The private MIB of all features, which a build writes into dist/FACEPLATE-MIB.txt. */
export const privateModuleText: string = privateModule(features.flatMap(({ objects }) => objects));
