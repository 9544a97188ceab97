import type { ReactElement } from 'react'
import type { ButtonProps } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './line-button.module.css'

export type LineButtonProps = Omit<ButtonProps, 'type' | 'look' | 'icon' | 'isLarge'> & {
  /** Whether it is the one of its list that is shown. */
  readonly isCurrent?: boolean
}

/** A line of a list that is pressed as a whole; the part that it stands in says how it is laid out. */
export function LineButton({ isCurrent = false, className, ...rest }: LineButtonProps): ReactElement {
  return (
    <button
      type="button"
      aria-current={isCurrent || undefined}
      {...rest}
      className={classNames(styles.line, isCurrent && styles.current, className)}
    />
  )
}
