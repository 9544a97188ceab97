import { assertNever } from '@antiphon/contract'
import type { PersonItem } from '@antiphon/core'
import { isContextContent } from '@antiphon/core/context'
import { oneLine } from '@antiphon/core/ui'
import { Component, memo, type NamedExoticComponent, type ReactElement, type ReactNode } from 'react'
import { AttachedContent } from '../context/attached-content.tsx'
import { ContextList } from '../context/context-tags.tsx'
import { readContexts } from '../context/read-contexts.ts'
import { useTexts } from '../page/page-context.ts'
import type { Place, StoryItem } from '../story/compute-story.ts'
import { firstBlock } from '../story/first-block.ts'
import { Fold } from '../story/fold.tsx'
import { ImagesView } from '../story/images-view.tsx'
import { TextView } from '../story/text-view.tsx'
import css from './item.module.css'
import { ItemHead, LoadWhole } from './item-head.tsx'
import { ToolView } from './tool-view.tsx'

/** Keeps what cannot be drawn from taking the page with it. A class, since React offers this in no other form. */
class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state: { readonly hasFailed: boolean } = { hasFailed: false }

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}

export type ItemViewProps = { readonly storyItem: StoryItem; readonly isNested?: boolean }

/** One thing that a person sees of a session. */
export const ItemView: NamedExoticComponent<ItemViewProps> = memo(
  ({ storyItem, isNested = false }: ItemViewProps) => {
    const { item, place, key } = storyItem
    const texts = useTexts()
    const tone = item.kind === 'notice' ? TONES[item.level] : undefined
    const names = [css.item, css[item.kind], ASIDE.has(item.kind) && css.aside, tone]
    return (
      <article
        className={names.filter(Boolean).join(' ')}
        data-kind={item.kind}
        aria-label={texts.kinds[item.kind]}
      >
        <Boundary key={place?.placed.cut} fallback={<ItemHead item={item} place={place} hasFailed />}>
          {item.kind !== 'tool' && <ItemHead item={item} place={place} />}
          <ItemBody item={item} name={key} place={place} isNested={isNested} />
        </Boundary>
      </article>
    )
  },
)

const TONES: Readonly<Record<string, string>> = { warning: 'is-warn', error: 'is-bad' }

/** Their heads stand beside what is folded. */
const ASIDE: ReadonlySet<PersonItem['kind']> = new Set(['thinking', 'summary', 'meta', 'boundary'])

type ItemBodyProps = {
  readonly item: PersonItem
  readonly name: string
  readonly place: Place | undefined
  readonly isNested: boolean
}

function ItemBody({ item, name, place, isNested }: ItemBodyProps): ReactElement | null {
  const texts = useTexts()
  switch (item.kind) {
    case 'prompt':
      return <Prompt item={item} name={name} place={place} isNested={isNested} />
    case 'answer':
      return <TextView name={name} text={item.text} form="markdown" {...LONG} />
    case 'thinking':
      if (item.text.trim() === '') return <p className="quiet">{texts.thinkingHidden}</p>
      return <Folded item={item} name={name} place={place} label={texts.thinking} limits={THOUGHT} />
    case 'summary':
      return <Folded item={item} name={name} place={place} label={texts.summary} limits={LONG} />
    case 'meta':
      return <Folded item={item} name={name} place={place} label={texts.kinds.meta} limits={LONG} />
    case 'tool':
      return <ToolView item={item} name={name} place={place} />
    case 'command':
      return <Command item={item} name={name} />
    case 'notice':
      return (
        <TextView
          name={name}
          text={texts.inSession.notice(item)}
          form="output"
          maxLines={6}
          maxCodePoints={1000}
        />
      )
    case 'boundary':
      return (
        <p className={`parting ${css.boundaryWords}`}>
          {oneLine(texts.inSession.notice(item), 200) || texts.kinds.boundary}
        </p>
      )
    case 'interruption':
      return <p className="is-warn">{oneLine(texts.inSession.notice(item).replace(/^\[|\]$/g, ''), 200)}</p>
    default:
      return assertNever(item)
  }
}

const LONG = { maxLines: 400, maxCodePoints: 30_000 }
const THOUGHT = { maxLines: 200, maxCodePoints: 20_000 }

type FoldedProps = Omit<ItemBodyProps, 'isNested'> & {
  readonly label: string
  readonly limits: typeof LONG
}

function Folded({ item, name, place, label, limits }: FoldedProps): ReactElement {
  return (
    <Fold name={name} label={label} preview={oneLine(item.text, 120)}>
      {() => (
        <>
          <TextView name={name} text={item.text} form="markdown" {...limits} />
          <LoadWhole place={place} />
        </>
      )}
    </Fold>
  )
}

function Prompt({ item, name, place, isNested }: ItemBodyProps): ReactElement {
  const block = firstBlock(item.message)
  if (block && block.type !== 'text') return <ImagesView blocks={[block]} place={place} note={item.text} />
  const isFirst = place === undefined || place.block === 0
  if (!isFirst && isContextContent(item.text)) return <AttachedContent name={name} text={item.text} />
  const { text, references } = readContexts(item.text, isFirst ? place?.placed.entry : undefined)
  return (
    <>
      <ContextList references={references} />
      <TextView
        name={name}
        text={text}
        form="markdown"
        maxLines={isNested ? 8 : 60}
        maxCodePoints={isNested ? 1200 : 8000}
      />
    </>
  )
}

type CommandItem = Extract<PersonItem, { readonly kind: 'command' }>

function Command({ item, name }: { readonly item: CommandItem; readonly name: string }): ReactElement {
  const words = [item.name, item.input].filter(Boolean).join(' ')
  const output = item.output?.trim() ?? ''
  return (
    <>
      {words !== '' && <p className="command-words">{oneLine(words, 400)}</p>}
      {output !== '' && (
        <TextView name={name} text={output} form="output" maxLines={8} maxCodePoints={2000} />
      )}
    </>
  )
}

type BoundaryProps = { readonly children: ReactNode; readonly fallback: ReactNode }
