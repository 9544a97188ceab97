import type { AttachedImage } from '@antiphon/server/protocol'
import {
  type ClipboardEvent,
  createElement,
  type DragEvent,
  type HTMLAttributes,
  type ReactElement,
  useRef,
  useState,
} from 'react'
import { listFiles, readImage } from './read-image.ts'
import type { Draft } from './use-draft.ts'

export type DraftImages = {
  /** Opens the system's own choice of files. */
  readonly choose: () => void
  /** The field behind that, which nobody sees. */
  readonly input: ReactElement
  readonly onPaste: (event: ClipboardEvent) => void
  readonly dropProps: Pick<HTMLAttributes<HTMLElement>, 'onDragOver' | 'onDragLeave' | 'onDrop'>
  /** Whether something is about to be dropped. */
  readonly isOver: boolean
  /** The name of a file that is no picture. */
  readonly trouble: string | undefined
}

/** Pictures that are pasted, dropped or chosen, into the same draft. */
export function useImages(setDraft: (change: (draft: Draft) => Draft) => void): DraftImages {
  const inputRef = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  async function add(files: readonly File[]): Promise<void> {
    const read = await Promise.all(files.map(async file => ({ file, image: await readImage(file) })))
    setTrouble(read.find(({ image }) => !image)?.file.name)
    const images = read.flatMap(({ image }): readonly AttachedImage[] => (image ? [image] : []))
    if (images.length > 0)
      setDraft(before => ({ ...before, images: [...before.images, ...images].slice(0, MAX_IMAGES) }))
  }
  function onDragOver(event: DragEvent): void {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(true)
  }
  return {
    choose: () => inputRef.current?.click(),
    input: createElement('input', {
      ref: inputRef,
      type: 'file',
      accept: 'image/png,image/jpeg,image/gif,image/webp',
      multiple: true,
      hidden: true,
      onChange: ({ target }: { readonly target: HTMLInputElement }) => {
        void add([...(target.files ?? [])])
        // The same file may be chosen again.
        target.value = ''
      },
    }),
    onPaste(event) {
      const files = listFiles(event.clipboardData)
      if (files.length === 0) return
      event.preventDefault()
      void add(files)
    },
    dropProps: {
      onDragOver,
      onDragLeave: () => setIsOver(false),
      onDrop(event) {
        setIsOver(false)
        const files = listFiles(event.dataTransfer)
        if (files.length === 0) return
        event.preventDefault()
        void add(files)
      },
    },
    isOver,
    trouble,
  }
}

const MAX_IMAGES = 20
