import { oneLine, stripControl } from '@antiphon/core/ui'
import type { PermissionUpdate } from '@antiphon/core/wire'
import type { ChatTexts } from '../language/chat-texts.ts'
import { readList, readText } from '../story/first-block.ts'

/** What a change of the rules would mean, in words; the change is the agent's and may hold anything. */
export function describeUpdate(update: PermissionUpdate, texts: ChatTexts): string {
  const place = placeOf(update, texts)
  switch (update.type) {
    case 'addRules': {
      const rules = showRules(update)
      return update.behavior === 'allow' ? texts.ruleAllow(rules, place) : texts.ruleOther(rules, place)
    }
    case 'setMode':
      return texts.ruleMode(texts.modes[update.mode] ?? String(update.mode), place)
    case 'addDirectories': {
      const folders = readList(update, 'directories').map(folder => show(String(folder)))
      return texts.ruleFolders(folders.join(', '), place)
    }
    default:
      return texts.ruleOther(showRules(update), place)
  }
}

/** Where a change would hold. */
export function placeOf(update: PermissionUpdate, texts: ChatTexts): string {
  const destination = readText(update, 'destination') ?? ''
  return texts.places[destination] ?? show(destination)
}

/** The rules of a change, as they are written. */
export function formatRules(update: PermissionUpdate): readonly string[] {
  return readList(update, 'rules').map(rule => {
    const content = readText(rule, 'ruleContent')
    const name = readText(rule, 'toolName') ?? ''
    return content === undefined ? name : `${name}(${content})`
  })
}

function showRules(update: PermissionUpdate): string {
  return formatRules(update).map(show).join(', ')
}

function show(text: string): string {
  return oneLine(stripControl(text), 200)
}
