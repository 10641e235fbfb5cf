import type { ForwardingPlan } from '../../datapath/plan.ts';
import { withZone } from '../../model/values/ipv6.ts';
import type { AccessPlan } from '../access-plan.ts';
import type { Whereabouts } from '../guard/whereabouts.ts';
import type { Listeners } from '../listeners.ts';
import type { FollowedPlaces } from '../service-places.ts';
import type { Sources } from '../sessions/source-of.ts';
import type { SourceAdmission } from '../source-admission.ts';
import type { SwitchEvents } from './backend.ts';

/** Listeners to plans. */
interface PlanFollowers {
  readonly events: Pick<SwitchEvents, 'sources' | 'names' | 'addresses'>;
  readonly sources: SourceAdmission;
  readonly whereabouts: Whereabouts;
  readonly origins: Sources;
  readonly places: FollowedPlaces;
  readonly plans: Listeners<ForwardingPlan>;
}

/** Tells each of them what is new for it in plans that come into force. */
export function toldPlans(followers: PlanFollowers): (plan: ForwardingPlan, access: AccessPlan) => void {
  const { events, sources, whereabouts, origins, places, plans } = followers;
  let told: ForwardingPlan | undefined;
  let names: AccessPlan['names'] | undefined;
  return (plan, access) => {
    if (sources.put(access.sources)) events.sources(access.sources);
    if (access.names !== names) events.names([...access.names.keys()]);
    names = access.names;
    if (plan.trunks !== told?.trunks) whereabouts.forget();
    const former = told;
    told = plan;
    if (plan.interfaces !== former?.interfaces) {
      const addresses = addressesOf(plan);
      origins.follow(addresses);
      places.moved(addresses);
      events.addresses(addresses);
    }
    if (plan !== former) plans.tell(plan);
  };
}

/** The addresses that the switch itself answers at under this plan. */
function addressesOf(plan: ForwardingPlan): string[] {
  return [...plan.interfaces.values()].flatMap(({ name, enabled, addresses }) =>
    enabled ? addresses.map(({ address }) => withZone(address, name)) : [],
  );
}
