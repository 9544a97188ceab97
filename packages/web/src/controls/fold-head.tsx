import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { classNames } from './class-names.ts'
import styles from './fold-head.module.css'
import { Icon } from './icon.tsx'
import { LineButton, type LineButtonProps } from './line-button.tsx'

export type FoldHeadProps = LineButtonProps & {
  readonly isOpen: boolean
  /** The id of what it opens, where that is drawn only while it is open. */
  readonly body?: string
  /** What kind of thing is folded. */
  readonly icon?: LucideIcon
  readonly iconSize?: number
  readonly hasChevron?: boolean
}

/** The line that opens and closes what is below it. */
export function FoldHead(props: FoldHeadProps): ReactElement {
  const { isOpen, body, icon, iconSize = 14, hasChevron = true, className, children, ...rest } = props
  return (
    <LineButton
      {...rest}
      className={classNames(styles.head, className)}
      aria-expanded={isOpen}
      aria-controls={isOpen ? body : undefined}
    >
      {hasChevron && (
        <Icon of={ChevronRight} size={14} className={classNames(styles.chevron, isOpen && styles.isOpen)} />
      )}
      {icon && <Icon of={icon} size={iconSize} className={styles.icon ?? ''} />}
      {children}
    </LineButton>
  )
}
