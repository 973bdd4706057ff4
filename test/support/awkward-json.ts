import fc from 'fast-check';

/** Text that often causes bugs. */
export const awkwardText = fc.oneof(
  fc.string({unit: 'grapheme'}),
  fc.string({unit: 'binary'}),
  // Lone surrogates are invalid text, and PostgreSQL can't store U+0000.
  fc.constantFrom('\u0000', 'a\u0000b', '\ud800', '\udfff!', '\u202e', '', ' ', '@channel', '<!channel>'),
  fc.constantFrom('<@', '<http://x|', '<|>', '<!', '```', '`', '[](', '~~~', '#', '@', '@here:'),
  fc.constantFrom('javascript:alert(1)', 'http://', 'http://[::1', 'https://x.io/\u0000', '//x', 'data:,x'),
  fc.nat({max: 40_000}).map((length) => 'x'.repeat(length)),
  fc.nat({max: 20_000}).map((length) => '👩‍👩‍👧'.repeat(length >> 3)),
);

/** Any JSON, with awkward texts and names. */
export const anything = fc
  .jsonValue({maxDepth: 4})
  .chain((value) => fc.oneof(fc.constant(value), awkwardText));

/** An object with some of these members, each either valid or of any type. */
export function withMembers(
  members: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<Record<string, unknown>> {
  const loose = Object.entries(members).map(
    ([name, right]) =>
      [name, fc.oneof({weight: 3, arbitrary: right}, {weight: 1, arbitrary: anything})] as const,
  );
  return fc.record(Object.fromEntries(loose), {requiredKeys: []});
}

const field = withMembers({title: awkwardText, value: anything, short: fc.boolean()});
const action = withMembers({
  id: awkwardText,
  name: awkwardText,
  type: fc.constantFrom('button', 'select'),
  options: fc.array(withMembers({text: awkwardText, value: awkwardText}), {maxLength: 3}),
  integration: withMembers({url: awkwardText, context: fc.object({maxDepth: 2})}),
});
const attachment = withMembers({
  id: fc.integer(),
  fallback: awkwardText,
  color: fc.oneof(awkwardText, fc.constantFrom('good', '#fff', '#12')),
  pretext: awkwardText,
  author_name: awkwardText,
  author_link: awkwardText,
  author_icon: awkwardText,
  title: awkwardText,
  title_link: awkwardText,
  text: awkwardText,
  fields: fc.array(fc.oneof(field, anything), {maxLength: 4}),
  image_url: awkwardText,
  thumb_url: awkwardText,
  footer: awkwardText,
  footer_icon: awkwardText,
  ts: fc.oneof(fc.integer(), fc.double(), awkwardText),
  actions: fc.array(fc.oneof(action, anything), {maxLength: 3}),
});
/** Possible message attachments. */
export const attachments = fc.array(fc.oneof(attachment, anything), {maxLength: 4});

/**
 * Serialized JSON as a careless program could send it: with unescaped lone surrogates and U+0000, truncated, or with
 * additional text.
 */
export function malformedJson(values: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return fc.tuple(values, fc.nat(), fc.string({unit: 'binary'})).map(([value, at, noise]) => {
    const json = JSON.stringify(value);
    const cut = at % (json.length + 1);
    return json.slice(0, cut) + noise + json.slice(cut + (at % 3));
  });
}
