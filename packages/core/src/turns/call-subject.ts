import { readString } from '../message/read-field.ts'
import { oneLine } from '../ui/one-line.ts'
import type { ToolStory } from '../ui/tool-story.ts'

/** A call for a line of a list: which tool, and what it was about. */
export type CallSubject = { readonly tool: string; readonly about: string }

/** Reads what a call was about; a path stands without the folder that it lies in, and its file's name is never cut. */
export function readCallSubject(
  { title, input }: Pick<ToolStory, 'title' | 'input'>,
  folder?: string | null,
): CallSubject {
  const end = title.indexOf(': ')
  if (end === -1) return { tool: title, about: '' }
  const about = title.slice(end + 2)
  const path = oneLine(
    readString(input, 'file_path', 'filePath', 'notebook_path', 'path') ?? '',
    LONGEST_PATH,
  )
  const shortPath = shorten(path, folder)
  // A title is cut behind its hundredth sign, which may be in the midst of a path.
  const [head = ''] = about.split('…')
  const whole = path !== '' && head !== about && path.startsWith(head) ? path : about
  return {
    tool: title.slice(0, end),
    about:
      path !== '' && whole.startsWith(path) ? shortPath + whole.slice(path.length) : shorten(whole, folder),
  }
}

const LONGEST_PATH = 1000

function shorten(text: string, folder?: string | null): string {
  return folder ? text.replaceAll(`${folder}/`, '') : text
}
