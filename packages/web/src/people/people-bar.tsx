import type { MessageAuthor } from '@antiphon/core'
import type { PresentPerson } from '@antiphon/core/wire'
import { type ComponentProps, type ReactElement, useEffect, useRef, useState } from 'react'
import { takeFields } from '../keyboard/side-form.tsx'
import { useTexts } from '../page/page-context.ts'
import { Avatar } from './avatar.tsx'
import { keepPersonName, readPerson } from './person.ts'

type PeopleBarProps = {
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

type PeopleDialogProps = PeopleBarProps & { readonly onClose: () => void }

/** Who is here, what one is called oneself, and what one changed. */
function PeopleDialog({ people, author, onEdit, onClose }: PeopleDialogProps): ReactElement {
  const texts = useTexts()
  const dialogRef = useRef<HTMLDialogElement>(null)
  const close = (): void => dialogRef.current?.close()
  useEffect(() => dialogRef.current?.showModal(), [])
  return (
    <dialog
      ref={dialogRef}
      className="dialog people-dialog"
      aria-label={texts.people.title}
      onClose={onClose}
      // Elsewhere the keys lead away from the session.
      onKeyDown={event => event.stopPropagation()}
    >
      <header className="dialog-head">
        <h2>{texts.people.title}</h2>
        <button type="button" className="button" onClick={close}>
          {texts.close}
        </button>
      </header>
      <ul className="people-list" aria-label={texts.people.title}>
        {people.map(person => (
          <li key={person.author.id}>
            <Avatar author={person.author} />
            <span className="person-name">{person.author.name}</span>
            {person.author.id === author.id && <span className="mark">{texts.people.you}</span>}
            {person.activity === 'typing' && <span className="quiet">{texts.people.typing}</span>}
          </li>
        ))}
      </ul>
      <form
        className="people-form"
        onSubmit={event => {
          keepPersonName(takeFields(event)('name'))
          close()
        }}
      >
        <TextField
          label={texts.people.name}
          name="name"
          maxLength={40}
          autoComplete="name"
          placeholder={author.name}
          defaultValue={readPerson().name}
        />
        <p className="quiet">{texts.people.nameHint}</p>
        <button type="submit" className="button is-main">
          {texts.people.save}
        </button>
      </form>
      <form
        className="people-form"
        onSubmit={event => {
          const read = takeFields(event)
          const path = read('path').trim()
          if (path === '') return
          onEdit(path, read('note').trim())
          close()
        }}
      >
        <h3>{texts.people.edit}</h3>
        <p className="quiet">{texts.people.editHint}</p>
        <TextField label={texts.people.path} name="path" required maxLength={1000} />
        <TextField label={texts.people.note} name="note" maxLength={2000} />
        <button type="submit" className="button">
          {texts.people.tell}
        </button>
      </form>
    </dialog>
  )
}

type TextFieldProps = ComponentProps<'input'> & { readonly label: string }

function TextField({ label, ...field }: TextFieldProps): ReactElement {
  return (
    <label>
      <span>{label}</span>
      <input className="field" type="text" {...field} />
    </label>
  )
}
