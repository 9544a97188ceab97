import { type ReactElement, useState } from 'react'
import { useTexts } from '../page/page-context.ts'
import type { StoryItem } from '../story/compute-story.ts'
import { useSessionContext } from '../story/session-context.ts'

/** Items below another; a long list is cut until it is asked for. */
export function NestedItems({ items }: { readonly items: readonly StoryItem[] }): ReactElement {
  const texts = useTexts()
  const { drawNested } = useSessionContext()
  const [count, setCount] = useState(FEW)
  const hidden = items.length - count
  return (
    <div className="nested">
      <ul className="bare">
        {items.slice(0, count).map(storyItem => (
          <li key={storyItem.key}>{drawNested(storyItem)}</li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className="more" onClick={() => setCount(count + FEW * 4)}>
          {texts.moreSteps(hidden)}
        </button>
      )}
    </div>
  )
}

const FEW = 30
