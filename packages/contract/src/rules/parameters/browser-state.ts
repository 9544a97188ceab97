import type { Checks } from '../../rule.ts'
import { blockPath, placedBlocks } from './placed-blocks.ts'
import { bodyOf, type Fields, isSent, listAt } from './request-parts.ts'

const TABS = 100
const CHANGES = 200
const TEXT_LENGTH = 4096

/** TDF-12: the inventory of tabs that a browser reports. */
export const browserStateChecks: Checks = {
  *'TDF-12'(request) {
    for (const placed of placedBlocks(request)) {
      if (placed.block.type !== 'browser_state') continue
      const path = `${blockPath(placed)}.browser_state`
      for (const text of faults(placed.block)) yield { path, message: `${path}${text}` }
    }
  },
}

function* faults(state: Fields): Generator<string> {
  const tabs = listAt(state, 'tabs').map(bodyOf)
  const changes = listAt(state, 'state_changes').map(bodyOf)
  if (tabs.length > TABS) yield `.tabs: List should have at most ${TABS} items`
  if (new Set(tabs.map(tab => tab.tab_id)).size < tabs.length) yield '.tabs: tab_id must be unique'
  if (tabs.length > 0 && tabs.filter(tab => tab.active === true).length !== 1) {
    yield '.tabs: exactly one tab must be active'
  }
  if (Array.isArray(state.state_changes) && changes.length === 0) {
    yield '.state_changes: List should have at least 1 item'
  }
  if (changes.length > CHANGES) yield `.state_changes: List should have at most ${CHANGES} items`
  const opened = changes.filter(change => change.type === 'tab_opened' && isSent(change, 'tab_id'))
  const known = new Set(tabs.map(tab => tab.tab_id))
  if (opened.some(change => !known.has(change.tab_id)))
    yield '.state_changes: an opened tab must be among tabs'
  const texts = [...tabs, ...changes].flatMap(Object.values).filter(value => typeof value === 'string')
  if (texts.some(text => [...text].length > TEXT_LENGTH)) {
    yield `: strings should have at most ${TEXT_LENGTH} characters`
  }
  if (texts.some(hasControlCharacter)) yield ': strings must not contain control characters'
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}
