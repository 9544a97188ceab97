import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useTexts } from '../page/page-context.ts'
import { Avatar } from './avatar.tsx'
import type { PeopleBarProps } from './people-bar.tsx'
import { keepPersonName, readPerson } from './person.ts'

export type PeopleDialogProps = PeopleBarProps & { readonly onClose: () => void }

/** Who is here, what one is called oneself, and what one changed. */
export function PeopleDialog({ people, author, onEdit, onClose }: PeopleDialogProps): ReactElement {
  const texts = useTexts()
  const dialogRef = useRef<HTMLDialogElement>(null)
  const [name, setName] = useState(() => readPerson().name)
  const [path, setPath] = useState('')
  const [note, setNote] = useState('')
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
          event.preventDefault()
          keepPersonName(name)
          close()
        }}
      >
        <label>
          <span>{texts.people.name}</span>
          <input
            className="field"
            type="text"
            maxLength={40}
            autoComplete="name"
            placeholder={author.name}
            value={name}
            onChange={event => setName(event.target.value)}
          />
        </label>
        <p className="quiet">{texts.people.nameHint}</p>
        <button type="submit" className="button is-main">
          {texts.people.save}
        </button>
      </form>
      <form
        className="people-form"
        onSubmit={event => {
          event.preventDefault()
          if (path.trim() === '') return
          onEdit(path.trim(), note.trim())
          close()
        }}
      >
        <h3>{texts.people.edit}</h3>
        <p className="quiet">{texts.people.editHint}</p>
        <label>
          <span>{texts.people.path}</span>
          <input
            className="field"
            type="text"
            required
            maxLength={1000}
            value={path}
            onChange={event => setPath(event.target.value)}
          />
        </label>
        <label>
          <span>{texts.people.note}</span>
          <input
            className="field"
            type="text"
            maxLength={2000}
            value={note}
            onChange={event => setNote(event.target.value)}
          />
        </label>
        <button type="submit" className="button">
          {texts.people.tell}
        </button>
      </form>
    </dialog>
  )
}
