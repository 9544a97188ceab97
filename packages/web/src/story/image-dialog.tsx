import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { useTexts } from '../page/page-context.ts'
import css from './tool.module.css'

export type ImageDialogProps = {
  readonly addresses: readonly string[]
  /** Which of them is shown first. */
  readonly first: number
  readonly onClose: () => void
}

/** Pictures as large as the window lets them be; arrows lead from one to the next. */
export function ImageDialog({ addresses, first, onClose }: ImageDialogProps): ReactElement {
  const texts = useTexts()
  const [index, setIndex] = useState(first)
  const go = (step: 1 | -1): void => setIndex((index + step + addresses.length) % addresses.length)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(-1)
    else if (event.key === 'ArrowRight') go(1)
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => onKey(event)
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
  return (
    <Dialog
      title={addresses.length > 1 ? texts.turns.imageOf(index + 1, addresses.length) : texts.image}
      width="large"
      onClose={onClose}
      tools={
        addresses.length > 1 && (
          <>
            <IconButton icon={ChevronLeft} label={texts.turns.previousImage} onClick={() => go(-1)} />
            <IconButton icon={ChevronRight} label={texts.turns.nextImage} onClick={() => go(1)} />
          </>
        )
      }
    >
      <div className={css.enlarged}>
        <img src={addresses[index]} alt={texts.image} />
      </div>
    </Dialog>
  )
}
