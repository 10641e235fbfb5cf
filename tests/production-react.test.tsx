// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import * as React from 'react';
import { Suspense, startTransition, use, useEffect, useReducer, useState } from 'react';
import { afterEach, expect, it } from 'vitest';

afterEach(cleanup);

/** Counts to three, a step for each update. */
function Counting({ from }: { readonly from: number }) {
  const [count, setCount] = useState(from);
  useEffect(() => {
    if (count < 3) setCount(count + 1);
  }, [count]);
  return <p>{`${count} of 3`}</p>;
}

it.skipIf(process.env.FACEPLATE_REACT === 'development')('pages are tested with the React that is shipped', () => {
  expect(Reflect.get(React, 'captureOwnerStack')).toBeUndefined();
});

it('what an update leads to has happened when it was made', () => {
  const view = render(<Counting key="one" from={0} />);
  expect(view.container.textContent).toBe('3 of 3');
  view.rerender(<Counting key="other" from={1} />);
  expect(view.container.textContent).toBe('3 of 3');
});

it('so it has in the background, and within another update', () => {
  let set: (count: number) => void = () => undefined;
  function Shown() {
    const [count, setCount] = useState(0);
    set = setCount;
    return <Counting key={count} from={count} />;
  }
  const view = render(<Shown />);
  act(() => {
    act(() => startTransition(() => set(7)));
    expect(view.container.textContent).toBe('3 of 3');
  });
  expect(view.container.textContent).toBe('7 of 3');
});

it('an update outside has happened when the next one was made', () => {
  let set: (text: string) => void = () => undefined;
  function Shown() {
    const [texts, add] = useReducer((before: string, text: string) => before + text, '');
    set = add;
    return texts;
  }
  const view = render(<Shown />);
  set('a');
  act(() => set('b'));
  expect(view.container.textContent).toBe('ab');
});

it('what comes later is shown by whoever waits for it', async () => {
  let resolve: (text: string) => void = () => undefined;
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  const Late = () => <p>{use(promise)}</p>;
  await act(() =>
    render(
      <Suspense fallback="soon">
        <Late />
      </Suspense>,
    ),
  );
  expect(screen.getByText('soon')).toBeDefined();
  await act(async () => {
    await Promise.resolve();
    resolve('there');
  });
  expect(await screen.findByText('there')).toBeDefined();
});

it('an error of the callback reaches its caller, and updates go on', async () => {
  const fail = () => {
    throw new Error('failed');
  };
  expect(() => act(fail)).toThrow('failed');
  await expect(act(async () => fail())).rejects.toThrow('failed');
  expect(render(<Counting from={0} />).container.textContent).toBe('3 of 3');
});

it('an error that no boundary caught reaches the caller', () => {
  const Broken = () => {
    throw new Error('broken');
  };
  expect(() => render(<Broken />)).toThrow('broken');
});
