import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactElement, Ref } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

/** How much a button asks for: one primary a view, quiet ones in bars. */
export type ButtonLook = 'plain' | 'primary' | 'quiet' | 'danger'

export type ButtonFace = {
  readonly look?: ButtonLook
  readonly icon?: LucideIcon
  readonly isLarge?: boolean
}

export type ButtonProps = ButtonFace &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
    readonly type?: 'button' | 'submit'
    readonly ref?: Ref<HTMLButtonElement>
  }

/** Something to do, in words. */
export function Button({ look, icon, isLarge, className, children, ...rest }: ButtonProps): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(toButtonClass({ ...(look && { look }), ...(isLarge && { isLarge }) }), className)}
    >
      {icon && <Icon of={icon} />}
      {children}
    </button>
  )
}

/** The classes of a button, for links that look like one. */
export function toButtonClass({ look = 'plain', isLarge = false }: Omit<ButtonFace, 'icon'> = {}): string {
  return classNames(styles.button, look !== 'plain' && styles[look], isLarge && styles.large)
}

export type IconButtonProps = Omit<ButtonProps, 'icon' | 'children' | 'look' | 'isLarge'> & {
  readonly icon: LucideIcon
  /** What it does: its name for everybody who does not see the icon, and its tooltip. */
  readonly label: string
  readonly size?: number
}

/** Something to do, as an icon with a name and a tooltip. */
export function IconButton({ icon, label, size = 16, className, ...rest }: IconButtonProps): ReactElement {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(styles.iconButton, className)}
    >
      <Icon of={icon} size={size} />
    </button>
  )
}
