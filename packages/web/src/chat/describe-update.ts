import { oneLine, type PermissionUpdate, stripControl } from '@antiphon/core'
import { readList, readText } from '../session/first-block.ts'
import type { ChatTexts } from './chat-texts.ts'

/** What a change of the rules would mean, in words; the change is the agent's and may hold anything. */
export function describeUpdate(update: PermissionUpdate, texts: ChatTexts): string {
  const destination = readText(update, 'destination') ?? ''
  const place = texts.places[destination] ?? destination
  switch (update.type) {
    case 'addRules': {
      const rules = formatRules(update)
      return update.behavior === 'allow' ? texts.ruleAllow(rules, place) : texts.ruleOther(rules, place)
    }
    case 'setMode':
      return texts.ruleMode(texts.modes[update.mode] ?? String(update.mode), place)
    case 'addDirectories': {
      const folders = readList(update, 'directories').map(folder => show(String(folder)))
      return texts.ruleFolders(folders.join(', '), place)
    }
    default:
      return texts.ruleOther(formatRules(update), place)
  }
}

function formatRules(update: PermissionUpdate): string {
  const rules = readList(update, 'rules').map(rule => {
    const content = readText(rule, 'ruleContent')
    const name = readText(rule, 'toolName') ?? ''
    return show(content === undefined ? name : `${name}(${content})`)
  })
  return rules.join(', ')
}

function show(text: string): string {
  return oneLine(stripControl(text), 200)
}
