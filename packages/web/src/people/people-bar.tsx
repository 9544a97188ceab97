import type { MessageAuthor } from '@antiphon/core'
import type { PresentPerson } from '@antiphon/core/wire'
import { type ComponentProps, type ReactElement, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Tag } from '../controls/marks.tsx'
import { takeFields } from '../keyboard/side-form.tsx'
import { useTexts } from '../page/page-context.ts'
import { useYou } from '../page/you.ts'
import { Avatar } from './avatar.tsx'
import css from './people.module.css'
import { keepPersonName, readPerson } from './person.ts'

type PeopleBarProps = {
  /** Everybody who is here, the one who sits at this page among them. */
  readonly people: readonly PresentPerson[]
  readonly author: MessageAuthor
  /** Tells the agent of a file that one changed; only ours listens to that. */
  readonly onEdit?: (path: string, note: string) => void
}

/** Who is here and what they do; whoever sits here changes their name behind their own. */
export function PeopleBar({ people, author, onEdit }: PeopleBarProps): ReactElement {
  const texts = useTexts().people
  const [isOpen, setIsOpen] = useState(false)
  const others = people.filter(person => person.author.id !== author.id)
  return (
    <span className={css.bar}>
      {others.length > 0 && (
        <ul className={css.people} aria-label={texts.here}>
          {others.slice(0, MAX_SHOWN).map(person => (
            <li key={person.author.id} title={texts.describe(person)}>
              <Avatar author={person.author} />
              <span className={css.name}>{person.author.name}</span>
              {person.activity === 'typing' && <span className="quiet">{texts.typing}</span>}
            </li>
          ))}
          {others.length > MAX_SHOWN && <li className="quiet">{texts.more(others.length - MAX_SHOWN)}</li>}
        </ul>
      )}
      <Button
        look="quiet"
        aria-haspopup="dialog"
        title={texts.self(author.name)}
        onClick={() => setIsOpen(true)}
      >
        <Avatar author={author} />
        <span className={css.name}>{author.name}</span>
      </Button>
      {isOpen && (
        <PeopleDialog {...{ people, author }} {...(onEdit && { onEdit })} onClose={() => setIsOpen(false)} />
      )}
    </span>
  )
}

const MAX_SHOWN = 6

type PeopleDialogProps = PeopleBarProps & { readonly onClose: () => void }

/** Who is here, what one is called oneself, and what one changed. */
function PeopleDialog({ people, author, onEdit, onClose }: PeopleDialogProps): ReactElement {
  const texts = useTexts().people
  const { name } = useYou()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: elsewhere the keys lead away from the session
    <span onKeyDown={event => event.stopPropagation()}>
      <Dialog title={texts.title} width="small" onClose={onClose}>
        <ul className={css.list} aria-label={texts.title}>
          {people.map(person => (
            <li key={person.author.id}>
              <Avatar author={person.author} />
              <span className={css.name}>{person.author.name}</span>
              {person.author.id === author.id && <Tag>{texts.you}</Tag>}
              {person.activity === 'typing' && <span className="quiet">{texts.typing}</span>}
            </li>
          ))}
        </ul>
        {name === null && (
          <form
            className={css.form}
            onSubmit={event => {
              keepPersonName(takeFields(event)('name'))
              onClose()
            }}
          >
            <LabelledField
              label={texts.name}
              name="name"
              maxLength={40}
              autoComplete="name"
              placeholder={author.name}
              defaultValue={readPerson().name}
            />
            <p className="quiet">{texts.nameHint}</p>
            <Button type="submit" look="primary">
              {texts.save}
            </Button>
          </form>
        )}
        {onEdit && (
          <form
            className={css.form}
            onSubmit={event => {
              const read = takeFields(event)
              const path = read('path').trim()
              if (path === '') return
              onEdit(path, read('note').trim())
              onClose()
            }}
          >
            <h3>{texts.edit}</h3>
            <p className="quiet">{texts.editHint}</p>
            <LabelledField label={texts.path} name="path" required maxLength={1000} />
            <LabelledField label={texts.note} name="note" maxLength={2000} />
            <Button type="submit">{texts.tell}</Button>
          </form>
        )}
      </Dialog>
    </span>
  )
}

type LabelledFieldProps = ComponentProps<'input'> & { readonly label: string }

function LabelledField({ label, ...field }: LabelledFieldProps): ReactElement {
  return (
    <label>
      <span>{label}</span>
      <input className="field" type="text" {...field} />
    </label>
  )
}
