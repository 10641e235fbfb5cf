import { privateModule } from '../../features/system/snmp/private-module.ts';
import { features } from './features.ts';

/** The private MIB of all features, as docs/FACEPLATE-MIB.txt has it. */
export const privateModuleText: string = privateModule(features.flatMap(({ objects }) => objects));
