import { messageText, type ToolStory } from '@antiphon/core'
import { type ReactElement, useMemo } from 'react'
import { DiffView } from '../diff/diff-view.tsx'
import { CodeView } from '../markdown/code-view.tsx'
import { languageOfFile } from '../markdown/to-language.ts'
import { useTexts } from '../page/page-context.ts'
import { CodeLines } from './code-lines.tsx'
import type { Place } from './compute-story.ts'
import { firstBlock } from './first-block.ts'
import { Fold } from './fold.tsx'
import { formatJson } from './format-json.ts'
import { ImagesView } from './images-view.tsx'
import { OutputView } from './output-view.tsx'
import { readToolFace, type ToolFace } from './read-tool-face.ts'
import { TextView } from './text-view.tsx'
import { TodoCard } from './todo-card.tsx'
import css from './tool.module.css'
import { useWhole } from './use-whole.ts'

export type ToolBodyProps = {
  readonly story: ToolStory
  readonly name: string
  readonly place: Place | undefined
}

/** What a call was given and what came of it, in the form that suits the tool. */
export function ToolBody({ story, name, place }: ToolBodyProps): ReactElement {
  const texts = useTexts()
  const face = useMemo(() => readToolFace(story), [story])
  const block = firstBlock(story.result)
  const images = useMemo(() => (block ? [block] : []), [block])
  // A picture is fetched when it is drawn.
  useWhole(place, face.kind !== 'diff' && face.kind !== 'todos')
  return (
    <div className={css.body}>
      <Face face={face} story={story} name={name} />
      {block !== undefined && <ImagesView blocks={images} place={place} />}
      {!TOLD.has(story.name) && (
        <Fold name={`${name} input`} label={texts.input}>
          {() => <CodeView text={formatJson(story.input)} language="json" />}
        </Fold>
      )}
    </div>
  )
}

/** Tools whose row and face say all that they were given. */
const TOLD: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'TodoWrite', 'ExitPlanMode', 'LS'])

type FaceProps = { readonly face: ToolFace; readonly story: ToolStory; readonly name: string }

function Face({ face, story, name }: FaceProps): ReactElement | null {
  const texts = useTexts()
  const hasFailed = story.status === 'failed'
  switch (face.kind) {
    case 'diff':
      return (
        <div className={`${css.box} ${css.held}`}>
          <DiffView lines={face.lines} label={face.path} />
          {story.status !== 'done' && face.output.trim() !== '' && (
            <OutputView name={name} text={face.output} hasFailed={hasFailed} />
          )}
        </div>
      )
    case 'todos':
      return <TodoCard todos={face.todos} />
    case 'file':
      return (
        <div className={css.box}>
          <CodeLines name={name} text={face.text} language={languageOfFile(face.path)} />
        </div>
      )
    case 'command':
      return <Command face={face} name={name} hasFailed={hasFailed} />
    case 'text': {
      const text = face.text.trim() === '' && story.progress ? messageText(story.progress) : face.text
      if (text.trim() === '') return null
      return (
        <div className={css.box}>
          <OutputView name={name} text={text} hasFailed={hasFailed} label={texts.output} />
        </div>
      )
    }
    case 'markdown':
      return <TextView name={name} text={face.text} form="markdown" maxLines={40} maxCodePoints={6000} />
  }
}

type CommandProps = {
  readonly face: Extract<ToolFace, { readonly kind: 'command' }>
  readonly name: string
  readonly hasFailed: boolean
}

function Command({ face, name, hasFailed }: CommandProps): ReactElement | null {
  const texts = useTexts()
  const { command, output, errors } = face
  if (command === '' && output.trim() === '' && errors.trim() === '') return null
  return (
    <div className={css.box}>
      {command !== '' && <OutputView name={`${name} command`} text={command} label={texts.input} />}
      {output.trim() !== '' && <OutputView name={name} text={output} hasFailed={hasFailed} />}
      {errors.trim() !== '' && (
        <OutputView
          name={`${name} errors`}
          text={errors}
          hasFailed={hasFailed}
          label={texts.errorOutput}
          tone="errors"
        />
      )}
    </div>
  )
}
