import { isObject } from '@antiphon/contract'
import type { Entry } from '@antiphon/core'
import { oneLine } from '@antiphon/core/ui'
import { type ReactElement, useMemo, useState } from 'react'
import { useTexts } from '../page/page-context.ts'
import { useAnswer } from '../page/use-answer.ts'
import type { Place } from './compute-story.ts'
import { readList } from './first-block.ts'
import { ImageDialog } from './image-dialog.tsx'
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
  const [enlarged, setEnlarged] = useState<number>()
  if (shown.length === 0) return note ? <p className="quiet">{oneLine(note, 200)}</p> : null
  return (
    <div className={css.images}>
      {shown.map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a message never move
        <ImageView key={index} image={image} note={note} onEnlarge={() => setEnlarged(index)} />
      ))}
      {enlarged !== undefined && (
        <ImageDialog
          addresses={shown.flatMap(image => toImageAddress(image) ?? [])}
          first={shown.slice(0, enlarged).filter(image => toImageAddress(image) !== undefined).length}
          onClose={() => setEnlarged(undefined)}
        />
      )}
    </div>
  )
}

type ImageViewProps = {
  readonly image: SessionImage
  readonly note: string | undefined
  readonly onEnlarge: () => void
}

function ImageView({ image, note, onEnlarge }: ImageViewProps): ReactElement {
  const texts = useTexts()
  const address = useMemo(() => toImageAddress(image), [image])
  const [size, setSize] = useState('')
  if (address !== undefined)
    return (
      <button type="button" className={css.thumb} aria-label={texts.turns.enlarge} onClick={onEnlarge}>
        <img
          src={address}
          alt={texts.image}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize(`${naturalWidth} × ${naturalHeight}`)
          }
        />
        <span>{size || '\u00a0'}</span>
      </button>
    )
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
