import type { Part } from '../../console/navigation/menu-entry.ts';
import { GroupDetails } from './GroupDetails.tsx';
import { HealthList } from './HealthList.tsx';

const part: Part = Object.assign(() => <HealthList />, { Row: GroupDetails });

export default [part];
