import {
  type Context,
  createContext,
  type ReactElement,
  type ReactNode,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ImageDialog } from './image-dialog.tsx'

/** Pictures that lead to each other once one of them is enlarged, though they are drawn apart. */
export type ImageGroupHandle = {
  /** Tells which pictures a part shows; the parts keep the order in which they came. */
  readonly tell: (part: string, addresses: readonly string[]) => void
  readonly forget: (part: string) => void
  /** Enlarges one of a part's own. */
  readonly enlarge: (part: string, index: number) => void
}

export const ImageGroupValue: Context<ImageGroupHandle | undefined> = createContext<
  ImageGroupHandle | undefined
>(undefined)

/** Holds together the pictures of what is in it, such as those of one prompt. */
export function ImageGroup({ children }: { readonly children: ReactNode }): ReactElement {
  const parts = useRef(new Map<string, readonly string[]>())
  const [enlarged, setEnlarged] = useState<EnlargedImage>()
  const handle = useMemo<ImageGroupHandle>(
    () => ({
      tell: (part, addresses) => void parts.current.set(part, addresses),
      forget: part => void parts.current.delete(part),
      enlarge: (part, index) => setEnlarged(findInGroup(parts.current, part, index)),
    }),
    [],
  )
  return (
    <ImageGroupValue value={handle}>
      {children}
      {enlarged && <ImageDialog {...enlarged} onClose={() => setEnlarged(undefined)} />}
    </ImageGroupValue>
  )
}

/** All pictures of a group, and which of them is shown first. */
export type EnlargedImage = { readonly addresses: readonly string[]; readonly first: number }

/** Finds one of a part's pictures among all of its group. */
export function findInGroup(
  parts: ReadonlyMap<string, readonly string[]>,
  part: string,
  index: number,
): EnlargedImage {
  const names = [...parts.keys()]
  const before = names.slice(0, names.indexOf(part)).flatMap(name => parts.get(name) ?? [])
  return { addresses: [...parts.values()].flat(), first: before.length + index }
}
