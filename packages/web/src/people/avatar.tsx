import type { MessageAuthor } from '@antiphon/core'
import type { ReactElement } from 'react'
import css from './people.module.css'

/** A person's initial in their colour; the name stands beside it, or is said by whoever shows it. */
export function Avatar({ author }: { readonly author: MessageAuthor }): ReactElement {
  return (
    <span
      className={css.avatar}
      style={{ borderColor: `var(--plot-${toColour(author.id)})` }}
      aria-hidden="true"
    >
      {[...author.name][0]?.toLocaleUpperCase() ?? '?'}
    </span>
  )
}

/** The same colour for the same person on every page. */
function toColour(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return (sum % COLOURS) + 1
}

const COLOURS = 7
