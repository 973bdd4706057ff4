import {
  fittedInto,
  knownPictureSize,
  type PictureSize,
  rememberPictureSize,
} from '../../lib/picture-sizes.ts';

interface SteadyPictureProps {
  /** Its address, as the message has it. */
  url: string;
  /** Where it is loaded from. */
  source: string;
  alt: string;
  className: string | undefined;
  /** The largest that it is shown. */
  box: PictureSize;
  onError: () => void;
}

/**
 * A picture of another site. Its place is kept while it loads, so that nothing jumps: the server says with the message
 * how large it is, if it knows, and what has been seen once is known too.
 */
export function SteadyPicture({url, source, alt, className, box, onError}: SteadyPictureProps) {
  const size = knownPictureSize(source) ?? knownPictureSize(url);
  const [width, height] = size ? fittedInto(size, box) : [];
  return (
    <img
      className={className}
      src={source}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      onLoad={({currentTarget: {naturalWidth, naturalHeight}}) => {
        if (naturalWidth > 0) rememberPictureSize(source, [naturalWidth, naturalHeight]);
      }}
      onError={onError}
    />
  );
}
