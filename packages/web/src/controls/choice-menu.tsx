import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Menu, type MenuProps } from './menu.tsx'

export type Choice<Value extends string> = {
  readonly value: Value
  readonly label: string
  readonly hint?: ReactNode
  readonly icon?: LucideIcon
}

export type ChoiceMenuProps<Value extends string> = Omit<MenuProps, 'items' | 'face'> & {
  readonly choices: readonly Choice<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** One of several values by a menu, where a page of old would have a native select. */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>): ReactElement {
  const { choices, value, onChange, ...menu } = props
  return (
    <Menu
      {...menu}
      face={choices.find(choice => choice.value === value)?.label ?? value}
      items={choices.map(({ value: one, ...choice }) => ({
        ...choice,
        key: one,
        isChosen: one === value,
        onSelect: () => onChange(one),
      }))}
    />
  )
}
