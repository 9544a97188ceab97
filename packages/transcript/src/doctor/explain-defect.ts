import type { DefectKind, Harm, Severity } from './defect.ts'

/** What a person is told of a kind of defect. */
export type DefectExplanation = {
  readonly severity: Severity
  /** What it does; null for a quirk. */
  readonly harm: Harm | null
  /** Whether a fix takes it away wherever it is found. */
  readonly isFixable: boolean
  /** A few words. */
  readonly label: string
  /** What happened, what readers do about it, and what a fix does. */
  readonly sentence: string
}

/** The explanation of each kind. */
export const DEFECT_EXPLANATIONS: Readonly<Record<DefectKind, DefectExplanation>> = {
  torn: lost(
    'torn line',
    'A write was cut off, so the beginning of an entry is all there is; readers skip it, and a fix takes it out of the file.',
  ),
  nul: lost(
    'zeros',
    'A crash left zeros where bytes were promised; readers skip them, and a fix takes them out of the file.',
  ),
  'not-utf8': lost(
    'not UTF-8',
    'Bytes of this line are no text, so it cannot be read; readers skip it, and a fix takes it out of the file.',
  ),
  'invalid-text': lost(
    'bytes that are no text',
    'An entry holds bytes that are no UTF-8; readers show the sign U+FFFD in their place, and a fix writes that down and leaves the bytes to the backup.',
  ),
  'not-json': lost(
    'not JSON',
    'This text is no JSON, so it holds no entry; readers skip it, and a fix takes it out of the file.',
  ),
  'not-object': lost(
    'not an object',
    'This is JSON, but no object, so it is no entry; readers skip it, and a fix takes it out of the file.',
  ),
  'too-long': {
    ...lost(
      'too long a line',
      'This line is longer than a program can hold as text; readers skip it, and a fix leaves it, since it may be whole.',
    ),
    isFixable: false,
  },
  glued: guessed(
    'glued entries',
    'A newline between two entries is missing; our reader finds them both, others lose them, and a fix gives each a line of its own.',
  ),
  'byte-order-mark': quirk(
    'byte order mark',
    'An editor put an invisible mark before an entry; our reader ignores it, others fail there, and a fix takes it away.',
  ),
  'blank-line': quirk(
    'blank line',
    'A line holds nothing; readers skip it, and a fix takes it out of the file.',
  ),
  'no-final-newline': quirk(
    'no newline at the end',
    'The last entry is whole, but its line was not ended; what others append would be glued to it, and a fix ends it.',
  ),
  'carriage-return': keptQuirk(
    'lines that end with CR LF',
    'The lines end as Windows ends them; every reader takes that for white space, and a fix leaves it.',
  ),
  'no-uuid': quirk(
    'message without uuid',
    'A message has no identity; it is read under one made from its place, and a fix writes that down.',
  ),
  'duplicate-entry': quirk(
    'entry twice',
    'The same entry was written again; the reader takes the first, and a fix keeps only that.',
  ),
  'conflicting-entry': guessed(
    'two versions of an entry',
    'An entry was written again with other fields; the reader takes the fuller version, and a fix keeps only that.',
  ),
  'uuid-collision': guessed(
    'uuid in use',
    'Another message has the same uuid; the reader gives the later one a uuid of its own and lets what follows hang off it, and a fix writes that down.',
  ),
  'unlinked-entry': quirk(
    'message without link',
    'A message does not say which one it follows; it is read behind the one before it in the file, and a fix writes that down.',
  ),
  'dangling-parent': lost(
    'parent that is not there',
    'A message follows one that was never written or was cut off, in real files mostly the last words of an answer: it is read behind the one before it, a fix writes that down, and what is missing stays missing.',
  ),
  'dangling-logical-parent': quirk(
    'compaction of an unknown message',
    'A compaction names a message before it that was never written; it is read behind the one before it in the file, and a fix writes that down.',
  ),
  'lost-root': guessed(
    'answer or result without parent',
    'An answer or a result claims to begin the conversation, which nothing can; it is read behind the one before it, and a fix writes that down.',
  ),
  'self-parent': guessed(
    'message that follows itself',
    'A message names itself as its parent; it is read behind the one before it, and a fix writes that down.',
  ),
  'parent-cycle': guessed(
    'circle of parents',
    'Messages follow each other in a circle; it is cut where the file enters it, and a fix writes that down.',
  ),
  'preserved-segment': {
    ...lost(
      'kept messages not found',
      'A compaction says that it kept messages, but they are not all in the file; they stay before it, and no fix can bring them back.',
    ),
    isFixable: false,
  },
  'several-sessions': keptQuirk(
    'several sessions',
    'The file holds messages of more than one session; the newest is resumed, the others are branches, and a fix leaves them.',
  ),
  'stored-progress': keptQuirk(
    'stored progress',
    'Old versions stored what a tool showed while it ran; it only takes room, is never sent, and a fix leaves it.',
  ),
  'open-call': {
    ...refused(
      'call without result at the end',
      'The session ended before a tool did; a resume answers the call with an error, and a fix records that answer so that it stays the same.',
    ),
    isFixable: true,
  },
  'unpaired-call': refused(
    'call without result',
    'A tool was called and the conversation went on without its result; every resume answers the call with the same error, and a fix leaves it, since the model never read that answer.',
  ),
  'orphan-result': refused(
    'result without call',
    'A result answers a call that is not there; every resume sends it as text, and a fix leaves it.',
  ),
  'duplicate-result': refused(
    'second result of a call',
    'A call was answered twice; every resume sends the second answer as text, and a fix leaves it.',
  ),
  'bad-call': refused(
    'call that the API refuses',
    'The id, name or input of a call is not what the API takes; every resume sends one that is, and a fix leaves the original.',
  ),
  'unpaired-server-call': refused(
    "call of the API's own tool without result",
    "A call of the API's own tool and its result do not belong together; every resume sends what can be sent, and a fix leaves them.",
  ),
  'refused-media': refused(
    'refused image or document',
    'The API would refuse this image or document; every resume sends a note in its place, and a fix leaves the original, which is still worth seeing.',
  ),
  'blank-text': keptQuirk(
    'blank text',
    'The model wrote text without a word, as it often does; no resume needs it, and a fix leaves it where it is.',
  ),
  'unsigned-thinking': refused(
    'thinking without signature',
    'A stream was cut off before the thinking was signed, and the API refuses it so; every resume leaves it out, and a fix leaves it where it is.',
  ),
  'withheld-thinking': keptQuirk(
    'thinking that cannot be sent',
    'Thinking is bound to its model and to all that came before it; every resume leaves out what no longer fits, as it must after a change of model, and a fix leaves it where it is.',
  ),
  'lone-surrogate': refused(
    'half a character',
    'A text was cut in the middle of a character, which the API refuses; every resume sends a sign in its place, and a fix leaves it.',
  ),
  'unreadable-content': refused(
    'content of unknown shape',
    'A message holds what the API would not understand; every resume sends it as a note, and a fix leaves it.',
  ),
  'misplaced-block': refused(
    'block in the wrong place',
    'A block stands where the API does not take it; every resume moves it or leaves it out, and a fix leaves it.',
  ),
  'missing-turn': keptQuirk(
    'missing turn',
    'The API wants person and model to take turns, and here one is missing; every resume puts a few words in; nothing is lost, and a fix leaves the gap.',
  ),
  'too-large': refused(
    'too much for one request',
    'The conversation is larger than the API takes; every resume cuts its oldest or largest parts, and a fix leaves them.',
  ),
  'other-repair': refused(
    'against a rule of the API',
    'The API would refuse this as it is stored; every resume mends it, and a fix leaves it.',
  ),
  'distant-call': keptQuirk(
    'call without result, outside of the context',
    'A call before the last compaction, on another branch or of a subagent has no result; no resume sends it, and a fix leaves it.',
  ),
  'distant-result': keptQuirk(
    'result without call, outside of the context',
    'A result before the last compaction, on another branch or of a subagent has no call; no resume sends it, and a fix leaves it.',
  ),
}

function lost(label: string, sentence: string): DefectExplanation {
  return { severity: 'error', harm: 'lost', isFixable: true, label, sentence }
}

function guessed(label: string, sentence: string): DefectExplanation {
  return { severity: 'error', harm: 'guessed', isFixable: true, label, sentence }
}

/** A habit of programs, or a mark of editors: a fix can tidy it, and nobody needs it to. */
function quirk(label: string, sentence: string): DefectExplanation {
  return { severity: 'note', harm: null, isFixable: true, label, sentence }
}

function keptQuirk(label: string, sentence: string): DefectExplanation {
  return { severity: 'note', harm: null, isFixable: false, label, sentence }
}

/** Of the model's view: what was said is never rewritten, so a fix leaves it. */
function refused(label: string, sentence: string): DefectExplanation {
  return { severity: 'warning', harm: 'refused', isFixable: false, label, sentence }
}
