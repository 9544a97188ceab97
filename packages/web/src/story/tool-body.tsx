import { messageText, type ToolStory } from '@antiphon/core'
import { oneLine } from '@antiphon/core/ui'
import { type ReactElement, useMemo } from 'react'
import { DiffView } from '../diff/diff-view.tsx'
import { CodeView } from '../markdown/code-view.tsx'
import { languageOfFile } from '../markdown/to-language.ts'
import { useTexts } from '../page/page-context.ts'
import type { Place } from './compute-story.ts'
import { firstBlock } from './first-block.ts'
import { Fold } from './fold.tsx'
import { formatJson } from './format-json.ts'
import { ImagesView } from './images-view.tsx'
import { readImages } from './read-images.ts'
import { readToolFace, type TodoItem, type ToolFace } from './read-tool-face.ts'
import { useSessionContext } from './session-context.ts'
import { TextView } from './text-view.tsx'
import css from './tool.module.css'

export type ToolBodyProps = {
  readonly story: ToolStory
  readonly name: string
  readonly place: Place | undefined
}

/** What a call was given and what came of it, in the form that suits the tool. */
export function ToolBody({ story, name, place }: ToolBodyProps): ReactElement {
  const texts = useTexts()
  const { agentId, showRaw } = useSessionContext()
  const face = useMemo(() => readToolFace(story), [story])
  const block = firstBlock(story.result)
  const images = useMemo(() => (block ? [block] : []), [block])
  return (
    <div className={css.body}>
      <Face face={face} story={story} name={name} />
      {block !== undefined && <ImagesView blocks={images} place={place} />}
      {place && images.length > 0 && <CutNote place={place} isPicture={readImages(images).length > 0} />}
      <Fold name={`${name} input`} label={texts.input}>
        {() => (
          <>
            <CodeView text={formatJson(story.input)} language="json" />
            {place && (
              <button
                type="button"
                className="more"
                onClick={() => showRaw({ placed: place.placed, agentId })}
              >
                {`${texts.output}: ${texts.rawJson}`}
              </button>
            )}
          </>
        )}
      </Fold>
    </div>
  )
}

type CutNoteProps = { readonly place: Place; readonly isPicture: boolean }

/** Offers what the page left out of a result; a picture is fetched when it is drawn. */
function CutNote({ place: { placed }, isPicture }: CutNoteProps): ReactElement | null {
  const texts = useTexts()
  const { loadWhole } = useSessionContext()
  if (placed.cut === 0 || isPicture) return null
  return (
    <button type="button" className="more" onClick={() => loadWhole(placed.seq)}>
      {texts.loadWhole(placed.cut)}
    </button>
  )
}

type FaceProps = { readonly face: ToolFace; readonly story: ToolStory; readonly name: string }

function Face({ face, story, name }: FaceProps): ReactElement | null {
  const texts = useTexts()
  const limits = LIMITS[story.status === 'failed' ? 'failed' : 'done']
  switch (face.kind) {
    case 'diff':
      return (
        <>
          <DiffView lines={face.lines} label={face.path} />
          {story.status === 'failed' && <Output text={face.output} name={name} limits={limits} />}
        </>
      )
    case 'todos':
      return <TodoList todos={face.todos} />
    case 'file':
      return (
        <Fold name={`${name} file`} label={texts.output}>
          {() => <CodeView text={face.text} language={languageOfFile(face.path)} />}
        </Fold>
      )
    case 'command':
      return (
        <>
          {face.command !== '' && (
            <TextView
              name={`${name} command`}
              text={`$ ${face.command}`}
              form="output"
              maxLines={6}
              maxCodePoints={800}
              label={texts.input}
            />
          )}
          <Output text={face.output} name={name} limits={limits} />
          {face.errors !== '' && (
            <div className={css.errors}>
              <TextView
                name={`${name} errors`}
                text={face.errors}
                form="output"
                {...limits}
                label={texts.errorOutput}
              />
            </div>
          )}
        </>
      )
    case 'text':
      if (face.text.trim() === '')
        return story.progress ? (
          <Output text={messageText(story.progress)} name={name} limits={limits} />
        ) : null
      return <Output text={face.text} name={name} limits={limits} />
    case 'markdown':
      return <TextView name={name} text={face.text} form="markdown" maxLines={40} maxCodePoints={6000} />
  }
}

type Limits = { readonly maxLines: number; readonly maxCodePoints: number }

// What went wrong is worth more lines than what went well.
const LIMITS: Readonly<Record<'done' | 'failed', Limits>> = {
  done: { maxLines: 6, maxCodePoints: 1200 },
  failed: { maxLines: 16, maxCodePoints: 3000 },
}

function Output({
  text,
  name,
  limits,
}: {
  readonly text: string
  readonly name: string
  readonly limits: Limits
}): ReactElement | null {
  return text.trim() === '' ? null : <TextView name={name} text={text} form="output" {...limits} />
}

/** What is to be done, and how each stands. */
function TodoList({ todos }: { readonly todos: readonly TodoItem[] }): ReactElement {
  const texts = useTexts()
  return (
    <ul className={`bare ${css.todos}`}>
      {todos.map((todo, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stored list never moves
        <li key={index} className={`${css.todo} ${css[todo.status] ?? ''}`}>
          <span className={SIGNS[todo.status][1]} role="img" aria-label={texts.todo[todo.status]}>
            {SIGNS[todo.status][0]}
          </span>
          <span>{oneLine(todo.text, 400)}</span>
        </li>
      ))}
    </ul>
  )
}

const SIGNS: Readonly<Record<TodoItem['status'], readonly [sign: string, tone: string]>> = {
  pending: ['☐', ''],
  in_progress: ['◐', 'is-accent'],
  completed: ['☑', 'is-good'],
}
