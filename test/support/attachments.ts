/** A message attachment in the format of the server, with default values for the fields that `fields` doesn't set. */
export function attachmentWith(fields: object): object {
  return {
    id: 0,
    fallback: '',
    color: '',
    pretext: '',
    author_name: '',
    author_link: '',
    author_icon: '',
    title: '',
    title_link: '',
    text: '',
    fields: null,
    image_url: '',
    thumb_url: '',
    footer: '',
    footer_icon: '',
    ts: null,
    ...fields,
  };
}
