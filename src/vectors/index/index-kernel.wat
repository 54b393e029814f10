;; What the vector index spends its time with, several numbers at a time. The caller's memory holds everything; places are
;; in bytes. Vectors have 768 numbers, codes 768 bits.
(module
  (import "kernel" "memory" (memory 1))

  ;; One round of the rotation: to[i] = from[order[i]] with the sign signs[i], then a Hadamard transform within groups of
  ;; 64, which are four apart, so that every step works on four numbers at once. Places in `order` are in bytes.
  (func (export "mix") (param $from i32) (param $to i32) (param $order i32) (param $signs i32)
    (local $at i32) (local $end i32) (local $step i32) (local $left v128) (local $right v128)
    (loop $picking
      (v128.store (i32.add (local.get $to) (local.get $at))
        (v128.xor
          (v128.load (i32.add (local.get $signs) (local.get $at)))
          (v128.load32_lane 3 (i32.add (local.get $from) (i32.load offset=12 (i32.add (local.get $order) (local.get $at))))
            (v128.load32_lane 2 (i32.add (local.get $from) (i32.load offset=8 (i32.add (local.get $order) (local.get $at))))
              (v128.load32_lane 1 (i32.add (local.get $from) (i32.load offset=4 (i32.add (local.get $order) (local.get $at))))
                (v128.load32_zero (i32.add (local.get $from) (i32.load (i32.add (local.get $order) (local.get $at))))))))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $picking (i32.lt_u (local.get $at) (i32.const 3072))))
    (local.set $end (i32.add (local.get $to) (i32.const 3072)))
    (local.set $step (i32.const 16))
    (loop $steps
      (local.set $at (local.get $to))
      (loop $pairs
        (local.set $left (v128.load (local.get $at)))
        (local.set $right (v128.load (i32.add (local.get $at) (local.get $step))))
        (v128.store (local.get $at) (f32x4.add (local.get $left) (local.get $right)))
        (v128.store (i32.add (local.get $at) (local.get $step)) (f32x4.sub (local.get $left) (local.get $right)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        ;; After the left half of a pair of blocks, skip the right half, which is done.
        (if (i32.and (i32.sub (local.get $at) (local.get $to)) (local.get $step))
          (then (local.set $at (i32.add (local.get $at) (local.get $step)))))
        (br_if $pairs (i32.lt_u (local.get $at) (local.get $end))))
      (local.set $step (i32.shl (local.get $step) (i32.const 1)))
      (br_if $steps (i32.lt_u (local.get $step) (i32.const 1024)))))

  ;; The signs of a vector as bits.
  (func (export "code") (param $from i32) (param $to i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $to) (i32.const 96)))
    (loop $bytes
      (i32.store8 (local.get $to)
        (i32.or
          (i32x4.bitmask (v128.load (local.get $from)))
          (i32.shl (i32x4.bitmask (v128.load offset=16 (local.get $from))) (i32.const 4))))
      (local.set $from (i32.add (local.get $from) (i32.const 32)))
      (local.set $to (i32.add (local.get $to) (i32.const 1)))
      (br_if $bytes (i32.lt_u (local.get $to) (local.get $end)))))

  ;; Finds, among the codes of the numbered rows, those that differ from a code in at most so many bits. Writes the
  ;; number and the difference of each, and returns how many there are. 64 bits at a time, because processors of type x64
  ;; count the bits of these in one step, but not those of 128.
  (func (export "near")
    (param $rows i32) (param $numbers i32) (param $count i32) (param $code i32) (param $most i32) (param $out i32)
    (result i32)
    (local $end i32) (local $last i32) (local $row i32) (local $bits i64) (local $differing i32)
    (local.set $last (i32.add (local.get $numbers) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $end (local.get $out))
    (loop $rows_left
      (local.set $row (i32.add (local.get $rows) (i32.mul (i32.load (local.get $numbers)) (i32.const 96))))
      (local.set $bits (i64.popcnt (i64.xor (i64.load (local.get $code)) (i64.load (local.get $row)))))
      (local.set $bits (i64.add (local.get $bits) (i64.popcnt (i64.xor (i64.load offset=8 (local.get $code)) (i64.load offset=8 (local.get $row))))))
      (local.set $bits (i64.add (local.get $bits) (i64.popcnt (i64.xor (i64.load offset=16 (local.get $code)) (i64.load offset=16 (local.get $row))))))
      (local.set $bits (i64.add (local.get $bits) (i64.popcnt (i64.xor (i64.load offset=24 (local.get $code)) (i64.load offset=24 (local.get $row))))))
      (local.set $bits (i64.add (local.get $bits) (i64.popcnt (i64.xor (i64.load offset=32 (local.get $code)) (i64.load offset=32 (local.get $row))))))
      (local.set $bits (i64.add (local.get $bits) (i64.popcnt (i64.xor (i64.load offset=40 (local.get $code)) (i64.load offset=40 (local.get $row))))))
      (local.set $bits (i64.add (local.get $bits) (i64.popcnt (i64.xor (i64.load offset=48 (local.get $code)) (i64.load offset=48 (local.get $row))))))
      (local.set $bits (i64.add (local.get $bits) (i64.popcnt (i64.xor (i64.load offset=56 (local.get $code)) (i64.load offset=56 (local.get $row))))))
      (local.set $bits (i64.add (local.get $bits) (i64.popcnt (i64.xor (i64.load offset=64 (local.get $code)) (i64.load offset=64 (local.get $row))))))
      (local.set $bits (i64.add (local.get $bits) (i64.popcnt (i64.xor (i64.load offset=72 (local.get $code)) (i64.load offset=72 (local.get $row))))))
      (local.set $bits (i64.add (local.get $bits) (i64.popcnt (i64.xor (i64.load offset=80 (local.get $code)) (i64.load offset=80 (local.get $row))))))
      (local.set $bits (i64.add (local.get $bits) (i64.popcnt (i64.xor (i64.load offset=88 (local.get $code)) (i64.load offset=88 (local.get $row))))))
      (local.set $differing (i32.wrap_i64 (local.get $bits)))
      (if (i32.le_u (local.get $differing) (local.get $most))
        (then
          (i32.store (local.get $end) (i32.load (local.get $numbers)))
          (i32.store offset=4 (local.get $end) (local.get $differing))
          (local.set $end (i32.add (local.get $end) (i32.const 8)))))
      (local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
      (br_if $rows_left (i32.lt_u (local.get $numbers) (local.get $last))))
    (i32.shr_u (i32.sub (local.get $end) (local.get $out)) (i32.const 3)))

  ;; A vector as whole numbers of 16 bits, scaled to this length.
  (func (export "whole") (param $from i32) (param $to i32) (param $length f32)
    (local $at i32) (local $four v128)
    (loop $squares
      (local.set $four
        (f32x4.add (local.get $four)
          (f32x4.mul
            (v128.load (i32.add (local.get $from) (local.get $at)))
            (v128.load (i32.add (local.get $from) (local.get $at))))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $squares (i32.lt_u (local.get $at) (i32.const 3072))))
    ;; A vector of zeros divides by zero: the result is not a number, and becomes zero.
    (local.set $four
      (f32x4.splat
        (f32.div (local.get $length)
          (f32.sqrt
            (f32.add
              (f32.add (f32x4.extract_lane 0 (local.get $four)) (f32x4.extract_lane 1 (local.get $four)))
              (f32.add (f32x4.extract_lane 2 (local.get $four)) (f32x4.extract_lane 3 (local.get $four))))))))
    (local.set $at (i32.const 0))
    (loop $eights
      (v128.store (local.get $to)
        (i16x8.narrow_i32x4_s
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (local.get $four) (v128.load (i32.add (local.get $from) (local.get $at))))))
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (local.get $four) (v128.load offset=16 (i32.add (local.get $from) (local.get $at))))))))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $at (i32.add (local.get $at) (i32.const 32)))
      (br_if $eights (i32.lt_u (local.get $at) (i32.const 3072)))))

  ;; The product of a vector of whole numbers and each of the numbered rows.
  (func (export "score") (param $rows i32) (param $numbers i32) (param $count i32) (param $asked i32) (param $out i32)
    (local $last i32) (local $row i32) (local $at i32) (local $sum v128) (local $other v128)
    (local.set $last (i32.add (local.get $numbers) (i32.shl (local.get $count) (i32.const 2))))
    (loop $rows_left
      (local.set $row (i32.add (local.get $rows) (i32.mul (i32.load (local.get $numbers)) (i32.const 1536))))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (local.set $other (v128.const i32x4 0 0 0 0))
      (local.set $at (i32.const 0))
      (loop $columns_left
        (local.set $sum
          (i32x4.add (local.get $sum)
            (i32x4.dot_i16x8_s
              (v128.load (i32.add (local.get $asked) (local.get $at)))
              (v128.load (i32.add (local.get $row) (local.get $at))))))
        (local.set $other
          (i32x4.add (local.get $other)
            (i32x4.dot_i16x8_s
              (v128.load offset=16 (i32.add (local.get $asked) (local.get $at)))
              (v128.load offset=16 (i32.add (local.get $row) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $columns_left (i32.lt_u (local.get $at) (i32.const 1536))))
      (local.set $sum (i32x4.add (local.get $sum) (local.get $other)))
      (i32.store (local.get $out)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
      (br_if $rows_left (i32.lt_u (local.get $numbers) (local.get $last))))))
