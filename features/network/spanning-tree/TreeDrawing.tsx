import { Network } from 'lucide-react';
import { device } from '../../../console/boot/device.ts';
import { classNames } from '../../../console/elements/class-names.ts';
import { PanelBadgeMark } from '../../../console/ports/FrontPanel.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { valueText } from '../../../model/schema/value-text.ts';
import { passageOf, roleLetters, roleWords } from '../../tree-badge.ts';
import { dot1dStp, dot1dStpPortEntry } from './objects.ts';
import styles from './tree.module.css';
import { StateTag } from './tree-tags.tsx';
import { addressOf, branchesOf, type TreeLink, type TreeView } from './tree-view.ts';
import { linkName, linkNames } from './tree-words.ts';

interface TreeDrawingProps {
  readonly tree: TreeView;
  /** Names of bridges, by address. */
  readonly names: ReadonlyMap<string, string>;
}

/** The tree as seen from this switch: the root, the way to it and what is kept in reserve, this switch, and its branches. */
export function TreeDrawing({ tree, names }: TreeDrawingProps) {
  const t = useText();
  const { root, next, upward, cost } = tree;
  const isRoot = next === undefined;
  const beyond = !isRoot && addressOf(next) !== addressOf(root);
  const costOf = (value: number) => valueText(t, dot1dStp.fields.dot1dStpRootCost, value);
  const last = upward[0]?.cost;
  return (
    <div className={classNames(styles.tree, isRoot && styles.rooted)}>
      {!isRoot && (
        <>
          <ol className={styles.upstream} aria-label={t('Path to the root')}>
            <li>
              <Bridge bridge={root} names={names} what={t('Root Bridge')} root />
            </li>
            {beyond && (
              <li className={styles.below}>
                {last !== undefined && cost > last && (
                  <span className={styles.cost}>{t('Cost {{cost}}', { cost: costOf(cost - last) })}</span>
                )}
                <Bridge bridge={next} names={names} what={t('on the path to the root')} />
              </li>
            )}
          </ol>
          <ul className={styles.links} aria-label={t('Links towards the root')}>
            {upward.map((link) => (
              <Upward key={link.port} link={link} next={next} names={names} />
            ))}
          </ul>
        </>
      )}
      <div className={styles.self}>
        <Network aria-hidden size={22} />
        <strong>{names.get(addressOf(tree.own)) ?? device().modelName}</strong>
        <small className={styles.identifier}>{tree.own}</small>
        <small>{isRoot ? t('this switch is the root') : t('this switch')}</small>
        {!isRoot && <small>{t('Cost {{cost}}', { cost: costOf(cost) })}</small>}
      </div>
      <ul className={styles.branches} aria-label={t('Other ports')}>
        {branchesOf(tree).map(({ role, state, links }) => (
          <li key={`${role} ${state}`} className={styles.branch} data-passage={passageOf({ role, state })}>
            <RoleMark role={role} state={state} />
            <span className={styles.words}>
              <span className={styles.role}>
                {roleWords(t, role)}
                {roleLetters[role] !== undefined && <StateTag state={state} />}
              </span>
              <span className={styles.ports}>{linkNames(t, links)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Bridge(props: {
  readonly bridge: string;
  readonly names: TreeDrawingProps['names'];
  readonly what: string;
  readonly root?: boolean;
}) {
  const { bridge, names, what, root } = props;
  const name = names.get(addressOf(bridge));
  return (
    <div className={classNames(styles.bridge, root && styles.root)}>
      <strong>{what}</strong>
      {name !== undefined && <span>{name}</span>}
      <small className={styles.identifier}>{bridge}</small>
    </div>
  );
}

/** A link between this switch and the bridge above it, or another one where it leads to another. */
function Upward({
  link,
  next,
  names,
}: {
  readonly link: TreeLink;
  readonly next: string;
  readonly names: TreeDrawingProps['names'];
}) {
  const t = useText();
  const passage = passageOf(link);
  const elsewhere = link.bridge !== '' && addressOf(link.bridge) !== addressOf(next);
  return (
    <li className={styles.link} data-passage={passage}>
      <div className={styles.label}>
        <RoleMark role={link.role} state={link.state} />
        <span className={styles.words}>
          <span className={styles.role}>
            <strong>{linkName(t, link.port)}</strong> {roleWords(t, link.role)}
            <StateTag state={link.state} />
          </span>
          <small>
            {[
              link.cost !== undefined &&
                t('Cost {{cost}}', {
                  cost: valueText(t, dot1dStpPortEntry.fields.dot1dStpPortPathCost32, link.cost),
                }),
              elsewhere && t('towards {{bridge}}', { bridge: names.get(addressOf(link.bridge)) ?? link.bridge }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
      </div>
    </li>
  );
}

function RoleMark({ role, state }: { readonly role: number; readonly state: number }) {
  const look = passageOf({ role, state });
  const letters = roleLetters[role];
  if (look === 'out' || letters === undefined) return <span className={styles.mark}>–</span>;
  return (
    <span className={styles.mark}>
      <PanelBadgeMark badge={{ letters, look }} />
    </span>
  );
}
