import { House } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Button, IconButton } from './button.tsx'
import { ChoiceMenu } from './choice-menu.tsx'
import { FilePath, PlusMinus } from './marks.tsx'
import { findNextItem } from './menu.tsx'

describe('controls', () => {
  it('give an icon without words a name and a tooltip', () => {
    const markup = renderToStaticMarkup(<IconButton icon={House} label="Home" />)
    expect(markup).toContain('aria-label="Home"')
    expect(markup).toContain('title="Home"')
    expect(markup).toContain('aria-hidden="true"')
  })

  it('send no form unless they are told so', () => {
    expect(renderToStaticMarkup(<Button>Go</Button>)).toContain('type="button"')
    expect(renderToStaticMarkup(<Button type="submit">Go</Button>)).toContain('type="submit"')
  })

  it('keep a file name whole and let its folders shrink', () => {
    const markup = renderToStaticMarkup(<FilePath path="src/tide/table.ts" />)
    expect(markup).toContain('<b>table.ts</b>')
    expect(markup).toContain('src/tide/</span>')
    expect(renderToStaticMarkup(<FilePath path="table.ts" />)).toContain('<b>table.ts</b>')
    expect(renderToStaticMarkup(<FilePath path="src/tide/" />)).toContain('<b>tide/</b>')
  })

  it('say nothing of no lines', () => {
    expect(renderToStaticMarkup(<PlusMinus added={0} removed={0} />)).toBe('')
    expect(renderToStaticMarkup(<PlusMinus added={3} removed={0} />)).not.toContain('−')
  })

  it('show the chosen value on a menu that is closed', () => {
    const choices = [
      { value: 'a', label: 'First' },
      { value: 'b', label: 'Second' },
    ]
    const markup = renderToStaticMarkup(
      <ChoiceMenu label="Which" choices={choices} value="b" onChange={() => {}} />,
    )
    expect(markup).toContain('Second')
    expect(markup).not.toContain('First')
    expect(markup).toContain('aria-expanded="false"')
  })

  it.each([
    ['ArrowDown', 2, 0],
    ['ArrowUp', 0, 2],
    ['ArrowUp', -1, 2],
    ['Home', 1, 0],
    ['End', 0, 2],
    ['b', 0, 1],
    ['x', 0, undefined],
    ['Enter', 0, undefined],
  ])('lead by %s from item %s to %s', (key, at, next) => {
    expect(findNextItem(key, ['alpha', 'beta', 'gamma'], at)).toBe(next)
  })
})
