import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'

export type IconProps = {
  readonly of: LucideIcon
  /** 16 beside words that are clicked, 12 to 14 beside fine ones. */
  readonly size?: number
  readonly className?: string
}

/** An icon beside words, which say what it means: nobody has to see it. */
export function Icon({ of: Drawing, size = 16, className }: IconProps): ReactElement {
  return (
    <Drawing
      aria-hidden="true"
      focusable="false"
      size={size}
      strokeWidth={size < 14 ? 2 : 1.75}
      {...(className !== undefined && { className })}
    />
  )
}
