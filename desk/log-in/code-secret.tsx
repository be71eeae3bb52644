import { generate } from 'lean-qr';
import { useEffect, useRef } from 'react';

/** The secret of an authenticator app, as a QR code and as text to type. */
export function CodeSecret({ secret, uri }: { secret: string; uri: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current)
      generate(uri).toCanvas(canvas.current, { on: [0, 0, 0, 255], off: [255, 255, 255, 255] });
  }, [uri]);
  return (
    <div className="flex flex-wrap items-center gap-4">
      <canvas
        ref={canvas}
        role="img"
        aria-label="QR code for your authenticator app"
        className="aspect-square w-40 max-w-full [image-rendering:pixelated]"
      />
      <p className="min-w-[min(12rem,100%)] flex-1">
        Scan this QR code with your authenticator app, or enter this key:
        <code className="mt-1 block font-semibold">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </div>
  );
}
