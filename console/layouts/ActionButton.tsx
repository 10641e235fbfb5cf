import { useObservable } from '../feedback/use-observable.ts';
import { type ActionName, useAction } from '../navigation/action.ts';
import { useText } from '../translations/use-text.ts';
import bar from './bar.module.css';
import sidebar from './sidebar.module.css';
import { closeMobileSidebar, isMobile } from './sidebar-state.ts';

interface ActionButtonProps {
  readonly name: ActionName;
  /** `bar`: an icon in the top bar; `menu`: a line with its words at the foot of the menu. */
  readonly place: 'bar' | 'menu';
  /** Only in windows of this layout: a narrow one has its rarer actions in the menu. Default: in each. */
  readonly layout?: 'wide' | 'narrow';
}

/** An action of the console as a button. */
export function ActionButton({ name, place, layout }: ActionButtonProps) {
  const t = useText();
  const action = useAction(name);
  const mobile = useObservable(isMobile);
  if (!action || (layout && (layout === 'narrow') !== mobile)) return null;
  const Icon = action.icon;
  const style = place === 'bar' ? bar.icon : sidebar.action;
  const run = () => {
    if (place === 'menu') closeMobileSidebar();
    void action.run();
  };
  const label = place === 'bar' ? { 'aria-label': t(action.title), title: t(action.title) } : {};
  return (
    <button type="button" className={style} {...label} onClick={run}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {place === 'menu' && t(action.title)}
    </button>
  );
}
