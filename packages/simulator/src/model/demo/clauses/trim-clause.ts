/** A clause without the words that only make it polite, and without its punctuation at the end. */
export function trimClause(text: string): string {
  let rest = text.trim()
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(OPENING, '').replace(CLOSING, '').trim()
  }
  return rest
}

const OPENING =
  /^(?:[,;:.!?，。；：！？、\-•]\s*|(?:please|kindly|now|first(?:ly)?|next|then|also|and|finally|hey|ok(?:ay)?|just|so)\b[,:]?\s+|(?:can|could|would|will) you (?:please )?|i(?:'d| would)? (?:want|like|need) (?:you )?to |let'?s |let us |help me (?:to )?|(?:请你?|麻烦你?|帮我|帮忙|你?能不能|你?能否|你可以|可以|你能|我想要?你?|我要|先|再|然后|接着|最后|并且|并|同时|也|现在|首先|那么?)\s*(?=\S))/i
const CLOSING =
  /(?:[\s.!?;,。！？；，、:：]+|\s+(?:please|for me|thanks|thank you|now)|(?:吗|吧|呢|好吗|谢谢|一下))$/i
