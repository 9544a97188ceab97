import { isObject } from '@antiphon/contract'
import type { Entry } from '@antiphon/core'
import { oneLine } from '@antiphon/core/ui'
import { type ReactElement, useMemo } from 'react'
import { useTexts } from '../page/page-context.ts'
import { useAnswer } from '../page/use-answer.ts'
import type { Place } from './compute-story.ts'
import { readList } from './first-block.ts'
import { readImages, type SessionImage, toImageAddress } from './read-images.ts'
import { useSessionContext } from './session-context.ts'
import css from './tool.module.css'

export type ImagesViewProps = {
  readonly blocks: readonly unknown[]
  readonly place: Place | undefined
  /** What is shown where there is no picture. */
  readonly note?: string
}

/** The pictures of a message; those that the page left out are fetched when they come into sight. */
export function ImagesView({ blocks, place, note }: ImagesViewProps): ReactElement | null {
  const images = useMemo(() => readImages(blocks), [blocks])
  const isIncomplete =
    images.some(({ kind }) => kind === 'elsewhere') || ((place?.placed.cut ?? 0) > 0 && images.length > 0)
  const { session, agentId } = useSessionContext()
  const { data: whole } = useAnswer(
    'entry',
    { session, seq: place?.placed.seq ?? 0, ...(agentId !== undefined && { agentId }) },
    { enabled: isIncomplete && place !== undefined },
  )
  const shown = useMemo(
    () => (whole && place ? readImages(blocksOf(whole, place)) : images),
    [whole, place, images],
  )
  if (shown.length === 0) return note ? <p className="quiet">{oneLine(note, 200)}</p> : null
  return (
    <div className={css.images}>
      {shown.map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a message never move
        <ImageView key={index} image={image} note={note} />
      ))}
    </div>
  )
}

function ImageView({
  image,
  note,
}: {
  readonly image: SessionImage
  readonly note: string | undefined
}): ReactElement {
  const texts = useTexts()
  const address = useMemo(() => toImageAddress(image), [image])
  if (address !== undefined) return <img className={css.image} src={address} alt={texts.image} />
  if (image.kind === 'remote')
    return <p className="quiet">{texts.imageElsewhere(oneLine(image.address, 200))}</p>
  if (image.kind === 'refused') return <p className="quiet">{texts.imageRefused(oneLine(image.type, 60))}</p>
  return <p className="quiet">{note === undefined ? texts.loading : oneLine(note, 200)}</p>
}

/** The block of the whole entry that the item shows. */
function blocksOf(entry: Entry, place: Place): readonly unknown[] {
  const message = 'message' in entry && isObject(entry.message) ? entry.message : undefined
  return readList(message, 'content').slice(place.block, place.block + 1)
}
