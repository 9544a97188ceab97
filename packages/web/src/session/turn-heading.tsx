import { isContextContent } from '@antiphon/core/context'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import { RewindAction } from '../chat/rewind-host.tsx'
import { AttachedContent } from '../context/attached-content.tsx'
import { ContextList } from '../context/context-tags.tsx'
import { readContexts } from '../context/read-contexts.ts'
import { useTexts } from '../page/page-context.ts'
import { formatClock, formatExact } from '../parts/format-time.ts'
import { Avatar } from '../people/avatar.tsx'
import { usePerson } from '../people/person.ts'
import type { StoryItem } from '../story/compute-story.ts'
import { firstBlock } from '../story/first-block.ts'
import { ImageGroup } from '../story/image-group.tsx'
import { ImagesView } from '../story/images-view.tsx'
import { OutputView } from '../story/output-view.tsx'
import { TextView } from '../story/text-view.tsx'
import { isCutText, useWhole } from '../story/use-whole.ts'
import { ItemMarks, RowActions } from './row-actions.tsx'
import css from './turn.module.css'

export type TurnHeadingProps = {
  readonly items: readonly StoryItem[]
  /** Undefined where it is not known yet, or where it was no question to the model. */
  readonly number: number | undefined
}

/** What was asked, as the heading of what was done for it. */
export function TurnHeading({ items, number }: TurnHeadingProps): ReactElement | null {
  const { id } = usePerson()
  const [first] = items
  if (!first) return null
  const { item } = first
  // Whoever sits here knows their name.
  const author = item.kind === 'prompt' && item.author?.id !== id ? item.author : undefined
  const time = formatClock(item.timestamp)
  return (
    <div className={css.prompt}>
      <div className={css.asked}>
        {author && (
          <span className={css.author}>
            <Avatar author={author} />
            {author.name}
          </span>
        )}
        <ImageGroup>
          {items.map((one, index) => (
            <Asked key={one.key} storyItem={one} isFirst={index === 0} />
          ))}
        </ImageGroup>
        <ItemMarks item={item} />
      </div>
      <span className={css.at}>
        {number !== undefined && <span>{number}</span>}
        {number !== undefined && time !== '' && ' · '}
        {time !== '' && (
          <time dateTime={item.timestamp} title={formatExact(item.timestamp)}>
            {time}
          </time>
        )}
      </span>
      <RowActions item={item} place={first.place}>
        <RewindAction items={items} />
      </RowActions>
    </div>
  )
}

/** One thing that was sent: words, a picture, or what was attached. */
function Asked({
  storyItem,
  isFirst,
}: {
  readonly storyItem: StoryItem
  readonly isFirst: boolean
}): ReactElement {
  const { item, place, key } = storyItem
  useWhole(place, isCutText(item.text))
  if (item.kind === 'command') return <Command storyItem={storyItem} />
  const block = firstBlock(item.message)
  if (block && block.type !== 'text') return <ImagesView blocks={[block]} place={place} note={item.text} />
  const isHead = place === undefined || place.block === 0
  if (!isHead && isContextContent(item.text)) return <AttachedContent name={key} text={item.text} />
  const { text, references } = readContexts(item.text, isHead ? place?.placed.entry : undefined)
  return (
    <>
      <ContextList references={references} />
      <Words name={key} text={text} isFirst={isFirst} />
    </>
  )
}

type WordsProps = { readonly name: string; readonly text: string; readonly isFirst: boolean }

/** Few words are a heading; many are read like anything else, below a heading that only some hear. */
function Words({ name, text, isFirst }: WordsProps): ReactElement {
  const texts = useTexts()
  const words = stripControl(text).trim()
  if (isFirst && words.length <= SHORT && !/\n|[`*_#|<>[\]]/.test(words))
    return <h2>{words || texts.kinds.prompt}</h2>
  return (
    <div className={words.length <= MIDDLING && !words.includes('\n') ? css.title : css.long}>
      {isFirst && <h2 className="hidden">{oneLine(words, 80) || texts.kinds.prompt}</h2>}
      <TextView name={name} text={text} form="markdown" maxLines={24} maxCodePoints={3000} />
    </div>
  )
}

const SHORT = 400
const MIDDLING = 240

/** A command that somebody ran, and what it printed. */
function Command({ storyItem }: { readonly storyItem: StoryItem }): ReactElement | null {
  const { item, key } = storyItem
  if (item.kind !== 'command') return null
  const words = [item.name, item.input].filter(Boolean).join(' ')
  const output = item.output?.trim() ?? ''
  return (
    <>
      {words !== '' && <h2 className={css.command}>{oneLine(words, 400)}</h2>}
      {output !== '' && (
        <div className={css.printed}>
          <OutputView name={key} text={output} />
        </div>
      )}
    </>
  )
}
