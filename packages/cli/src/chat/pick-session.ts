import { resolve } from 'node:path'
import { type ActionSurroundings, beginAnother, toWords } from './action-surroundings.ts'
import { createListPanel } from './list-panel.ts'
import { listResumable, previewSession, type ResumableSession } from './list-resumable.ts'
import { findSessionFolder } from './open-chat-agent.ts'

/** Lets a person choose a session of all projects and goes on with it; who leaves the list begins a new one, where none is open. */
export function pickSession(around: ActionSurroundings): void {
  const { io, texts, open, warn, refresh } = around
  let sessions: readonly ResumableSession[] = []
  const previews = new Map<string, readonly string[]>()
  listResumable({ cwd: around.wish().cwd }, io, found => {
    sessions = found
    refresh()
  }).catch(error => warn(toWords(error)))
  open(
    createListPanel<ResumableSession>({
      title: texts.resumeTitle,
      hint: texts.listKeys,
      nothing: texts.nothingFound,
      items: () => sessions,
      show: session => session,
      preview({ path }, width) {
        const known = previews.get(path)
        if (known) return known
        previews.set(path, [])
        void previewSession(path, { width, language: texts.language })
          .then(lines => previews.set(path, lines))
          .finally(refresh)
          .catch(() => undefined)
        return []
      },
      onChoose({ path }) {
        open(null)
        void findSessionFolder(resolve(path), around.wish().cwd, io).then(cwd =>
          beginAnother(around, { resume: path }, { cwd }),
        )
      },
      onCancel() {
        open(null)
        if (!around.conversation()) beginAnother(around, {})
      },
      onChange: refresh,
    }),
  )
}
