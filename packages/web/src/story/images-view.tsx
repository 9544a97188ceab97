import { isObject } from '@antiphon/contract'
import type { Entry } from '@antiphon/core'
import { oneLine } from '@antiphon/core/ui'
import { type ReactElement, useContext, useEffect, useId, useMemo, useState } from 'react'
import { useTexts } from '../page/page-context.ts'
import { useAnswer } from '../page/use-answer.ts'
import type { Place } from './compute-story.ts'
import { readList } from './first-block.ts'
import { ImageGroup, ImageGroupValue } from './image-group.tsx'
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
export function ImagesView(props: ImagesViewProps): ReactElement {
  const isGrouped = useContext(ImageGroupValue) !== undefined
  if (isGrouped) return <Images {...props} />
  return (
    <ImageGroup>
      <Images {...props} />
    </ImageGroup>
  )
}

function Images({ blocks, place, note }: ImagesViewProps): ReactElement | null {
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
  const group = useContext(ImageGroupValue)
  const part = useId()
  const addresses = useMemo(() => shown.map(toImageAddress), [shown])
  useEffect(() => group?.tell(part, addresses.filter(isThere)), [group, part, addresses])
  useEffect(() => () => group?.forget(part), [group, part])
  const enlarge = (index: number): void =>
    group?.enlarge(part, addresses.slice(0, index).filter(isThere).length)
  if (shown.length === 0) return note ? <p className="quiet">{oneLine(note, 200)}</p> : null
  return (
    <div className={css.images}>
      {shown.map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a message never move
        <ImageView key={index} image={image} note={note} onEnlarge={() => enlarge(index)} />
      ))}
    </div>
  )
}

function isThere(address: string | undefined): address is string {
  return address !== undefined
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
      <button type="button" className={css.thumb} title={texts.turns.enlarge} onClick={onEnlarge}>
        <img
          src={address}
          alt={texts.image}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize(`${naturalWidth} × ${naturalHeight}`)
          }
        />
        <span>
          <span className="hidden">{`${texts.turns.enlarge} `}</span>
          {size || '\u00a0'}
        </span>
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
