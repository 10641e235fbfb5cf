import { type ActionName, useAction } from '../navigation/action.ts';
import { useText } from '../translations/use-text.ts';
import bar from './bar.module.css';
import sidebar from './sidebar.module.css';

interface ActionButtonProps {
  readonly name: ActionName;
  /** `bar`: an icon in the top bar; `menu`: a line with its words at the foot of the menu. */
  readonly place: 'bar' | 'menu';
}

/** An action of the console as a button. */
export function ActionButton({ name, place }: ActionButtonProps) {
  const t = useText();
  const action = useAction(name);
  if (!action) return null;
  const Icon = action.icon;
  const style = place === 'bar' ? bar.icon : sidebar.action;
  const label = place === 'bar' ? { 'aria-label': t(action.title), title: t(action.title) } : {};
  return (
    <button type="button" className={style} {...label} onClick={() => void action.run()}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {place === 'menu' && t(action.title)}
    </button>
  );
}
