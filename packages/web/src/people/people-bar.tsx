import type { MessageAuthor } from '@antiphon/core'
import type { PresentPerson } from '@antiphon/core/wire'
import { type ReactElement, useState } from 'react'
import { useTexts } from '../page/page-context.ts'
import { Avatar } from './avatar.tsx'
import { PeopleDialog } from './people-dialog.tsx'

export type PeopleBarProps = {
  /** Everybody who is here, the one who sits at this page among them. */
  readonly people: readonly PresentPerson[]
  readonly author: MessageAuthor
  readonly onEdit: (path: string, note: string) => void
}

/** Who is here and what they do; whoever sits here changes their name behind their own. */
export function PeopleBar({ people, author, onEdit }: PeopleBarProps): ReactElement {
  const texts = useTexts().people
  const [isOpen, setIsOpen] = useState(false)
  const others = people.filter(person => person.author.id !== author.id)
  return (
    <span className="people-bar">
      {others.length > 0 && (
        <ul className="people" aria-label={texts.here}>
          {others.slice(0, MAX_SHOWN).map(person => (
            <li key={person.author.id} title={texts.describe(person)}>
              <Avatar author={person.author} />
              <span className="person-name">{person.author.name}</span>
              {person.activity === 'typing' && <span className="quiet">{texts.typing}</span>}
            </li>
          ))}
          {others.length > MAX_SHOWN && <li className="quiet">{texts.more(others.length - MAX_SHOWN)}</li>}
        </ul>
      )}
      <button
        type="button"
        className="button person-self"
        aria-haspopup="dialog"
        title={texts.self(author.name)}
        onClick={() => setIsOpen(true)}
      >
        <Avatar author={author} />
        <span className="person-name">{author.name}</span>
      </button>
      {isOpen && (
        <PeopleDialog people={people} author={author} onEdit={onEdit} onClose={() => setIsOpen(false)} />
      )}
    </span>
  )
}

const MAX_SHOWN = 6
