import { ChevronLeft, type LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode, Ref } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './page-panel.module.css'

export type PagePanelProps = {
  /** The name of the place for those who do not see it. */
  readonly label: string
  /** Its heading; a page without one brings its own. */
  readonly title?: ReactNode
  readonly sub?: ReactNode
  readonly tools?: ReactNode
  readonly ref?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** The panel that a person works in: a bar with the heading and what can be done, and what scrolls below it. */
export function PagePanel({ label, title, sub, tools, ref, children }: PagePanelProps): ReactElement {
  return (
    <main className={styles.panel} id="session" aria-label={label} tabIndex={-1} ref={ref}>
      {title !== undefined && (
        <PageBar title={title} sub={sub}>
          {tools}
        </PageBar>
      )}
      {children}
    </main>
  )
}

export type PageBarProps = {
  readonly title: ReactNode
  /** What stands below the title. */
  readonly sub: ReactNode
  readonly className?: string | undefined
  /** What can be done. */
  readonly children: ReactNode
}

/** What a place is, the way back on a phone, and what can be done there. */
export function PageBar({ title, sub, className, children }: PageBarProps): ReactElement {
  const texts = useTexts()
  return (
    <header className={classNames(styles.bar, className)}>
      <a
        className={styles.back}
        href={formatRoute({ kind: 'sessions' })}
        aria-label={texts.back}
        title={texts.back}
      >
        <Icon of={ChevronLeft} />
      </a>
      <div className={styles.heading}>
        <h1 {...(typeof title === 'string' && { title })}>{title}</h1>
        {sub !== undefined && <div className={styles.sub}>{sub}</div>}
      </div>
      {children}
    </header>
  )
}

/** What scrolls in a panel, in the width of a page. */
export function PageScroll({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <div className={styles.scroll}>
      <div className={styles.wrap}>{children}</div>
    </div>
  )
}

export type PageSectionProps = {
  readonly title: ReactNode
  readonly count?: ReactNode
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** A part of a page under a heading of its own. */
export function PageSection({ title, count, tools, children }: PageSectionProps): ReactElement {
  return (
    <section className={styles.section}>
      <header>
        <h2 className={styles.sectionTitle}>{title}</h2>
        {count !== undefined && <span className={styles.count}>{count}</span>}
        <span className={styles.space} />
        {tools}
      </header>
      {children}
    </section>
  )
}

export type EmptyStateProps = {
  readonly icon: LucideIcon
  readonly title: ReactNode
  /** What to do. */
  readonly children?: ReactNode
}

/** What stands where there is nothing: what would be here, and how it comes. */
export function EmptyState({ icon, title, children }: EmptyStateProps): ReactElement {
  return (
    <div className={styles.empty}>
      <Icon of={icon} size={24} />
      <h2>{title}</h2>
      {children}
    </div>
  )
}
