import { CircleAlert, Hand, type LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { formatWhole } from '../parts/format-numbers.ts'
import { Icon } from './icon.tsx'
import styles from './marks.module.css'

/** What a colour says: look here, wrong, well, chosen; always with a word or an icon. */
export type Tone = 'wait' | 'bad' | 'ok' | 'accent'

export type TagProps = {
  readonly tone?: Tone
  readonly icon?: LucideIcon
  readonly title?: string
  readonly children: ReactNode
}

/** A word about something, in a small box. */
export function Tag({ tone, icon, title, children }: TagProps): ReactElement {
  return (
    <span className={tone ? `${styles.tag} ${styles[tone]}` : styles.tag} title={title}>
      {icon && <Icon of={icon} size={12} />}
      {children}
    </span>
  )
}

/** How a session or an agent is. */
export type Status = 'working' | 'waits' | 'stopped'

/** A ring that turns, a hand, a cross; the words stand beside it, or it is given them. */
export function StatusMark({
  status,
  label,
}: {
  readonly status: Status
  readonly label?: string
}): ReactElement {
  return (
    <span
      className={`${styles.status} ${styles[status]}`}
      {...(label !== undefined && { role: 'img', 'aria-label': label, title: label })}
    >
      {status === 'working' && <span className={styles.ring} />}
      {status === 'waits' && <Icon of={Hand} size={15} />}
      {status === 'stopped' && <Icon of={CircleAlert} size={15} />}
    </span>
  )
}

export type PlusMinusProps = { readonly added: number; readonly removed: number }

/** How many lines came and went; what is nought is not said. */
export function PlusMinus({ added, removed }: PlusMinusProps): ReactElement | null {
  if (added === 0 && removed === 0) return null
  return (
    <span className={styles.plusMinus}>
      {added > 0 && <span className={styles.added}>+{formatWhole(added)}</span>}
      {added > 0 && removed > 0 && ' '}
      {removed > 0 && <span className={styles.removed}>−{formatWhole(removed)}</span>}
    </span>
  )
}

/** A path whose folders shrink and whose file name never does; the whole stands in its tooltip. */
export function FilePath({ path }: { readonly path: string }): ReactElement {
  const cut = path.replace(/[\\/]+$/, '').search(/[^\\/]*$/)
  return (
    <span className={styles.path} title={path}>
      {cut > 0 && <span className={styles.folder}>{path.slice(0, cut)}</span>}
      <b>{path.slice(cut)}</b>
    </span>
  )
}

export type BarProps = {
  /** From 0 to 1. */
  readonly share: number
  readonly isHot?: boolean
  /** What it tells; beside words that say it, it needs none. */
  readonly label?: string
}

/** A share as a bar. */
export function Bar({ share, isHot = false, label }: BarProps): ReactElement {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10
  return (
    <span className={styles.bar} {...(label !== undefined && { role: 'img', 'aria-label': label })}>
      <span className={isHot ? styles.hot : styles.filled} style={{ width: `${percent}%` }} />
    </span>
  )
}

/** A key of the keyboard, or several that are pressed together. */
export function Keys({ keys }: { readonly keys: readonly string[] }): ReactElement {
  return (
    <span className={styles.keys}>
      {keys.map(key => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
